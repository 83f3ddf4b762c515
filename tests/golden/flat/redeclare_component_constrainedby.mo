// Component with a clause: the original's c = 7 is dropped, the constraint's start stays (notes 4).
model Spring
  parameter Real c = 1;
  Real s, f;
equation
  f = c*s;
  s = time;
end Spring;
model Stiff
  extends Spring(c = 50);
  parameter Real k = 0;
end Stiff;
model Rig
  replaceable Spring e(c = 7) constrainedby Spring(s(start = 0.1));
end Rig;
model Top
  Rig r(redeclare Stiff e(k = 3));
end Top;
// parameter Real r.e.c = 50; Real r.e.s(start = 0.1); Real r.e.f; parameter Real r.e.k = 3;
// equation r.e.f = r.e.c*r.e.s; r.e.s = time;
