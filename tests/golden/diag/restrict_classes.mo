record R
  input Real a;
  flow Real b;
  inner Real c = 1;
  Real d = 2*sin(time);
protected
  Real e = 1;
equation
  a = 1;
end R;
connector C
  Real v;
  flow Real i;
  outer Real g;
protected
  Real w;
algorithm
  v := 1;
end C;
model Part
  Real x = 1;
end Part;
connector Signals
  input Real u;
  output Real y;
end Signals;
block B
  Port p;
end B;
connector Port
  Real v;
  flow Real i;
end Port;
model M
  R r;
  inner Real g = 9.81;
  C c;
  parameter Part p;
  input Signals s;
  constant Port q;
  B b;
  Real Integer = 1;
end M;
