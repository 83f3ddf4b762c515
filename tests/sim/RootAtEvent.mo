//! run --stop 2
//! run --stop 2 --method cvode
//! final q = 1 within 1e-6
//! final r = -1 within 1e-6
model RootAtEvent "At an event relations are still as before it: a root of what is negative by rounding"
  Real x(start = -1, fixed = true), dp, q, r;
equation
  der(x) = 1;
  dp = (x + 1e5) - 1e5*cos(0);
  q = if dp > 0 then sqrt(dp) else -sqrt(-dp);
  r = if dp > 0 then -sqrt(dp) else sqrt(-dp);
end RootAtEvent;
