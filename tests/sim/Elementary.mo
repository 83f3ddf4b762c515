//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect mach = sin(sinh(0.5))*cosh(t) + tanh(t) within 1e-9
//! expect trig = asin(t/2) + acos(t/2) + atan(t) + atan2(t, -1) within 1e-9
//! expect logs = log(2 + t) + log10(2 + t) + sqrt(t) + exp(-t) within 1e-9
//! expect inv = t within 1e-7
//! expect power = (1 + t)**2.5 + (-2 - t)**3 + 2**(-2) within 1e-9
//! expect tanish = tan(t) within 1e-9
model Elementary "The elementary functions, and an equation solved by their inverses"
  Real mach = sin(sinh(0.5))*cosh(time) + tanh(time);
  Real trig = asin(time/2) + acos(time/2) + atan(time) + atan2(time, -1);
  Real logs = log(2 + time) + log10(2 + time) + sqrt(time) + exp(-time);
  Real power = (1 + time)^2.5 + (-2 - time)^3 + 2^(-2);
  Real inv, tanish = sin(time)/cos(time);
equation
  exp(2*atan(inv) + 1) = exp(2*atan(time) + 1);
end Elementary;
