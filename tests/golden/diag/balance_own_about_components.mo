model Pump
  Real q = 2;
end Pump;
model M
  Pump pump;
  Real P;
equation
  P = 3*pump.q;
  pump.q = 1;
end M;
