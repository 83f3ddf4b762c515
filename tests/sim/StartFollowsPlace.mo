//! run --stop 0.5 --tolerance 1e-9
//! expect x1**2 + y1**2 = 1 within 1e-12
//! final begun = 1.9 within 1e-9
//! expect E = E0 within 1e-7
model StartFollowsPlace "Two masses on rods by angles: one coordinate of a mass is given, which no single angle can meet"
  Real p1, p2, w1, w2, F1, F2;
  Real x1, y1, x2(start = 1.9), y2;
  Real vx1, vy1, vx2, vy2, E;
  discrete Real begun, E0;
equation
  der(p1) = w1;
  der(p2) = w2;
  x1 = sin(p1);
  y1 = -cos(p1);
  x2 = x1 + sin(p2);
  y2 = y1 - cos(p2);
  der(x1) = vx1;
  der(y1) = vy1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(vx1) = -F1*x1 + F2*(x2 - x1);
  der(vy1) = -F1*y1 + F2*(y2 - y1) - 9.81;
  der(vx2) = -F2*(x2 - x1);
  der(vy2) = -F2*(y2 - y1) - 9.81;
  E = (vx1^2 + vy1^2 + vx2^2 + vy2^2)/2 + 9.81*(y1 + y2);
  when initial() then
    begun = x2;
    E0 = E;
  end when;
end StartFollowsPlace;
