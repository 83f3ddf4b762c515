//! run --stop 10.5 --tolerance 1e-10
//! run --stop 10.5 --tolerance 1e-10 --method cvode
//! run --stop 10.5 --tolerance 1e-10 --method ida
//! run --stop 10.5 --tolerance 1e-10 --method rk45
//! final a = 10 within 0
//! final b = 10 within 0
//! final d = 10 within 0
//! final ta = 10 within 1e-9
model SameInstant "Two conditions that become true at one instant are one event"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), ta(start = 0, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 3;
  when x > 1 then
    a = pre(a) + 1;
    ta = time;
    reinit(x, 0);
  end when;
  when y > 3 then
    b = pre(b) + 1;
    reinit(y, 0);
  end when;
  when {x > 1, y > 3} then
    d = pre(d) + 1;
  end when;
end SameInstant;
