connector Port
  Real T;
  flow Real Q;
end Port;
model Segment
  Port a, b;
equation
  a.Q = a.T - b.T;
  a.Q + b.Q = 0;
end Segment;
model Slices
  parameter Integer n = 4;
  Segment s[n];
equation
  connect(s[1:n].b, s[2:n].a);
end Slices;
