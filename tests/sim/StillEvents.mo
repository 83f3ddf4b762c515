//! run --stop 1
//! run --stop 1 --method ida
//! run --stop 1 --method cvode
//! final m = 6 within 1e-12
//! final c = 1.6343652930135433 within 1e-9
//! final d = 1.6343652930135433 within 1e-9
//! final x = 4 within 1e-5
//! final z = 2.4775 within 1e-5
//! final g = 6 within 1e-12
model StillEvents "What depends on discrete variables only changes at events, and then at once"
  parameter Real p = 2;
  discrete Real k(start = 1, fixed = true);
  Real m = k*p "c^3 + c = 2 and 6";
  Real c(start = 1), d = c*time, x(start = 0, fixed = true), z(start = 0, fixed = true);
  Boolean on = time >= 0.1;
  Real gain = if on then m else 0;
  Real g = gain*time;
equation
  c^3 + c = m;
  der(x) = m;
  der(z) = g - time/200*m "0.24 + 2.25 - 2.5/200";
  when time >= 0.5 then
    k = 3;
  end when;
end StillEvents;
