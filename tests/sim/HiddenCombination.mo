//! run --stop 4 --tolerance 1e-8
//! expect -1/(2*x**2) - log(x) - t = -12.5 - log(0.2) within 1e-5
//! expect x*(1 + y) = 1 within 1e-8
//! expect p = 1 + cos(t) within 1e-8
//! expect q = sin(t) - cos(t) - 1 within 1e-8
//! expect c = 3*exp(-2*t) within 1e-5
//! expect d = 3*exp(-2*t) within 1e-5
//! expect e = 3*exp(-2*t) + 5 within 1e-4
//! expect f = 3.5*exp(-2*t) - 2.5 within 1e-4
//! expect w = -13*exp(-2*t) within 1e-4
model HiddenCombination "Equations that determine the derivatives only together with a constraint"
  Real x(start = 0.2, fixed = true), y, z "The sum of the derivatives is known twice";
  Real p, q, s "The same by a constraint that is differentiated";
  Real c(start = 3, fixed = true), d, e, f, w "Constraints of the same sum, both differentiated";
equation
  der(x) + der(y) = -x;
  der(x) + der(y) = z;
  z = x*y - 1;
  p + q = sin(time);
  der(p) + der(q) = s;
  s = p - 1;
  0.3*e + 0.6*f = c;
  0.1*e + 0.2*f = d/3;
  der(c) = -2*c;
  der(d) = -3*d + e - 5;
  w = der(e) + der(f);
end HiddenCombination;
