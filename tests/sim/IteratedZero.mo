// A relation whose sides are equal after an event, but for what the iteration of a nonlinear equation leaves of
// them: they may change a hundred times, then these rests count as rounding does.
//! run --stop 10 --method bdf
//! run --stop 10 --method sdirk
//! run --stop 10 --method radau
//! run --stop 10 --method rk45
//! run --stop 10 --method cvode
//! run --stop 10 --method ida
//! final z = 0.7279894445 within 1e-4
model IteratedZero
  Real u(start = 1, fixed = true), z(start = 1), d, x(start = 0, fixed = true);
  Boolean above;
equation
  der(u) = 0.5*cos(time);
  z*exp(z) + 1e-3*z^5 = u*exp(u) + 1e-3*u^5;
  d = z - u + (if time < 1 then 1 - time else 0);
  above = d > 0;
  der(x) = if above then 1 else -1;
end IteratedZero;
