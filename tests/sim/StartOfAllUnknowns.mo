//! run --stop 0
//! quiet
//! final x = -1.31 within 1e-9
//! final y = 2.2 within 1e-9
//! final z = 2.36 within 1e-9
//! final w = -2.97 within 1e-9
model StartOfAllUnknowns "x and z follow from y and w, which are iterated from their start values to a solution with x = -12: the start values of all four say which is meant"
  Real x(start = -1.33), y(start = 2.24), z(start = 2.34), w(start = -2.93);
protected
  constant Real a = -1.31, b = 2.2, c = 2.36, d = -2.97 "a solution";
equation
  -1.16*cos(1.56*z) - 1.85*exp(-0.54*z) - 2.82*z^2 + 2.45*z - 1.41*x = -1.16*cos(1.56*c) - 1.85*exp(-0.54*c) - 2.82*c^2 + 2.45*c - 1.41*a;
  0.94*sin(z*x) - 0.83*sin(y) + 1.16*exp(-0.19*y) + 1.65*y = 0.94*sin(c*a) - 0.83*sin(b) + 1.16*exp(-0.19*b) + 1.65*b;
  2.24*w^3 + 0.07*y^3 + 2.97*sin(y*w) - 2.81*z = 2.24*d^3 + 0.07*b^3 + 2.97*sin(b*d) - 2.81*c;
  2.02*y*y + 0.68*sin(w*z) + 2.85*w = 2.02*b*b + 0.68*sin(d*c) + 2.85*d;
end StartOfAllUnknowns;
