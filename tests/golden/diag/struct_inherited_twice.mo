connector Port Real p; flow Real q; end Port;
partial model TwoPort
  Port a, b;
  Real dp;
equation
  dp = a.p - b.p;
end TwoPort;
partial model Flow
  extends TwoPort;
equation
  a.q + b.q = 0;
end Flow;
model Valve
  extends TwoPort;
  extends Flow;
equation
  a.q = 2*dp;
end Valve;
model Supply Port a; parameter Real p = 1; equation a.p = p; end Supply;
model Rig
  Supply hi(p = 2), lo;
  Valve v;
equation
  connect(hi.a, v.a);
  connect(v.b, lo.a);
end Rig;
