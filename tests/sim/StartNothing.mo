//! run --stop 0.2 --tolerance 1e-9
//! expect c0**2 + s0**2 = 1 within 1e-12
//! expect c1**2 + s1**2 = 1 within 1e-12
//! expect E = E0 within 1e-8
model StartNothing "Two short rods with centres, directions as cosine and sine, and no start values: where all of these are 0 the constraints say nothing"
  constant Real l0 = 0.0075, l1 = 0.0325;
  Real x0, y0, c0, s0, w0, u0, v0, x1, y1, c1, s1, w1, u1, v1;
  Real fx0, fy0, fx1, fy1, E;
  discrete Real E0;
equation
  der(x0) = u0;
  der(y0) = v0;
  der(u0) = fx0 - fx1;
  der(v0) = fy0 - fy1 - 9.81;
  l0^2*der(w0) = l0*(c0*(-fy1 - fy0) - s0*(-fx1 - fx0));
  w0 = c0*der(s0) - s0*der(c0);
  c0^2 + s0^2 = 1;
  der(x1) = u1;
  der(y1) = v1;
  der(u1) = fx1;
  der(v1) = fy1 - 9.81;
  l1^2*der(w1) = l1*(-c1*fy1 + s1*fx1);
  w1 = c1*der(s1) - s1*der(c1);
  c1^2 + s1^2 = 1;
  x0 - l0*c0 = 0.7;
  y0 - l0*s0 = -1.3;
  x1 - l1*c1 = x0 + l0*c0;
  y1 - l1*s1 = y0 + l0*s0;
  E = (u0^2 + v0^2 + u1^2 + v1^2 + l0^2*w0^2 + l1^2*w1^2)/2 + 9.81*(y0 + y1);
  when initial() then
    E0 = E;
  end when;
end StartNothing;
