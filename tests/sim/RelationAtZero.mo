//! run --stop 100 --method rk45
//! run --stop 100 --method rk8
//! run --stop 100 --method cvode
//! run --stop 100 --method ida
//! expect x = t within 1e-9
//! expect z = t - 50 within 1e-9
//! expect int(late)*int(abs(t - 40) > 1e-6) = int(t > 40)*int(abs(t - 40) > 1e-6) within 0
//! final int(n < 1000) = 1 within 0
model RelationAtZero "Relations between numbers that are equal but for rounding do not change without end"
  Real x(start = 0, fixed = true), y(start = 5, fixed = true), z(start = -50, fixed = true);
  Boolean a = x < time, b = time <= x, c = y - 5 > x, d = z + 50 < time;
  Boolean late = x > 40;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
  when {change(a), change(b), change(c), change(d)} then
    n = pre(n) + 1;
  end when;
end RelationAtZero;
