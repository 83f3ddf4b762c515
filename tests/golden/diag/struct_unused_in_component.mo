connector Port
  Real p;
  flow Real q;
end Port;
model Pump
  Port a, b;
  Real dp;
equation
  a.q + b.q = 0;
  b.p - a.p = 1000 - 10*a.q^2;
end Pump;
