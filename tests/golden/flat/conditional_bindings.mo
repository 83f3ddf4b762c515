// A disabled component: its value, modifiers and connects vanish (pitfalls 9, 11 and 39).
connector HeatPort
  Real T;
  flow Real Q;
end HeatPort;
connector In = input Real;
connector Out = output Real;
model A
  parameter Real k = 1;
end A;
model B
  parameter Real k = 2;
end B;
block Src
  Out y;
equation
  y = time;
end Src;
model M
  parameter Boolean use = false;
  parameter Integer n = 2;
  parameter Real Th = 300;
  HeatPort hp(final T = Th) if use;
  HeatPort h2;
  B b(k = a.k) if use;
  A a if use;
  B b2(k = a2.k) if not use;
  A a2 if not use;
  In u[n] if use;
  Src s[2];
equation
  h2.T = 1;
  connect(hp, h2);
  connect(s.y, u);
end M;
// no hp, b, a, u; h2.T = 1; h2.Q = 0; b2.k = a2.k; a2.k = 1; s[1].y = time; s[2].y = time
