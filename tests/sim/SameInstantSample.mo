//! run --stop 10 --tolerance 1e-10
//! run --stop 10 --tolerance 1e-10 --method cvode
//! run --stop 10 --tolerance 1e-10 --method ida
//! run --stop 10.5 --tolerance 1e-10 --method rk45
//! final a = 10 within 0
//! final b = 10 within 0
//! final c = 10 within 0
//! final d = 10 within 0
model SameInstantSample "State events at the instants of a sample belong to it"
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
  Integer c(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 2;
  when x >= 1 then
    a = pre(a) + 1;
    reinit(x, 0);
  end when;
  when y >= 2 then
    b = pre(b) + 1;
    reinit(y, 0);
  end when;
  when sample(1, 1) then
    c = pre(c) + 1;
  end when;
  when {x >= 1, y >= 2, sample(1, 1)} then
    d = pre(d) + 1;
  end when;
end SameInstantSample;
