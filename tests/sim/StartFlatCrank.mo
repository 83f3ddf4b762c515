//! run --stop 0.2 --tolerance 1e-8
//! status 3
//! stderr initialization failed
model StartFlatCrank "Crank and rod stretched to the only place that they reach, by angles: no run of tiny steps there"
  Real p0(start = 1.5707963267948966), p1(start = 1.5707963267948966), w0(start = -0.7), w1(start = 0.3);
  Real x0, y0, x1, y1, u0(start = -0.7), v0(start = -0.7), u1(start = 2), v1(start = 0.3), F0, F1, N;
  Real c0 = cos(p0), s0 = sin(p0), c1 = cos(p1), s1 = sin(p1);
equation
  der(p0) = w0;
  der(p1) = w1;
  x0 = 0.5*c0;
  y0 = 0.5*s0;
  x1 = x0 + 0.125*c1;
  y1 = y0 + 0.125*s1;
  der(x0) = u0;
  der(y0) = v0;
  der(x1) = u1;
  der(y1) = v1;
  der(u0) = -F0*c0 + F1*c1;
  der(v0) = -F0*s0 + F1*s1 - 9.81;
  der(u1) = -F1*c1;
  der(v1) = -F1*s1 - 9.81 + N;
  y1 = 0.625;
end StartFlatCrank;
