connector Frame
  Real x;
  flow Real f;
end Frame;
connector Flange
  Real s;
  flow Real g;
end Flange;
model Guide
  Frame a, b;
  Flange axis;
equation
  a.x = b.x - axis.s;
  a.f + b.f = 0;
  axis.g = a.f;
end Guide;
model Body
  Frame frame;
equation
  frame.f = 3;
end Body;
model Fixed
  Frame frame(x = 0);
end Fixed;
model FitsFree
  Guide guide;
  Body body;
  Fixed base;
equation
  connect(base.frame, guide.a);
  connect(guide.axis, body.frame);
end FitsFree;
