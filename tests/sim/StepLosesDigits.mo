//! unless bdf sdirk radau
//! run --stop 0.01 --interval 1e-3
//! expect a = 0.36 + 0.04*exp(-1e3*t/0.9) within 1e-5
//! expect c = (5e-12 if t == 0 else 1e-11*a*(a + b)/b) within 1e-16
model StepLosesDigits "The equations of an inlined step compute the small c as M - a - b, less exactly than it must be known: another method goes on"
  Real a(start = 0.4, fixed = true), b(start = 0.5, fixed = true);
  Real c(start = 5e-12, nominal = 1e-10, fixed = true);
  Real M = a + b + c, r = 1e3*(a/M - 0.4);
equation
  der(a) = -r;
  der(b) = r;
  der(c) = -1e16*(c/M*(b/M) - 1e-11*a/M)*exp(-M);
end StepLosesDigits;
