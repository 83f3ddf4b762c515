//! run --stop 0.2 --tolerance 1e-8
//! stderr not used: vy1 = 0.3 (it is 0)
//! expect x0**2 + y0**2 = 0.25 within 1e-10
//! expect E = 0 within 1e-6
model StartFollowsFolded "Crank and rod of equal length, nearly folded: a speed of the slider says nothing about the crank, or it would turn at a million"
  Real x0(start = -0.5), y0(start = 0), x1(start = 0), y1(start = 8.726646259971605e-08);
  Real vx0, vy0, vx1(start = 0), vy1(start = 0.3), F0, F1, N, E;
equation
  der(x0) = vx0;
  der(y0) = vy0;
  der(x1) = vx1;
  der(y1) = vy1;
  der(vx0) = -F0*x0 - F1*(x0 - x1);
  der(vy0) = -F0*y0 - F1*(y0 - y1) - 9.81;
  der(vx1) = -F1*(x1 - x0) + 0.8660254037844387*N;
  der(vy1) = -F1*(y1 - y0) + 0.5*N - 9.81;
  x0^2 + y0^2 = 0.25;
  (x1 - x0)^2 + (y1 - y0)^2 = 0.25;
  0.8660254037844387*x1 + 0.49999999999999994*y1 = 4.363322471371082e-08;
  E = (vx0^2 + vy0^2 + vx1^2 + vy1^2)/2 + 9.81*(y0 + y1 - 8.726646259971605e-08);
end StartFollowsFolded;
