//! run --stop 2
//! stderr it does not grow with a positive R (it is -100)
//! stderr the parameter `R` is -100 (
model UnstableNegative "der(v) = v/(R*C): the resistance follows from parameters"
  parameter Real R = -100, alpha = 0, C = 1e-4;
  Real r, i, v(start = 0, fixed = true);
equation
  r = R*(1 + alpha*20);
  10 - v = r*i;
  C*der(v) = i;
end UnstableNegative;
