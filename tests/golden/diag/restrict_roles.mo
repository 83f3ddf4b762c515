connector A
  input Real u;
end A;
connector P
  Real u;
  flow Real f;
end P;
connector Q
  input Real u;
  flow Real f;
  Real v;
end Q;
connector R
  Real u;
  flow Real f;
  output Real v;
end R;
connector S
  constant Real k = 1;
  Real e;
  flow Real f;
end S;
connector T
  parameter Real k = 1;
  Real e;
  flow Real f;
end T;
model Part
  Q q;
  R r;
  S s;
  T t;
end Part;
model M
  Part p;
equation
  connect(p.q, p.r);
  connect(p.s, p.t);
end M;
