model Coil
  parameter Real L;
  Real i(start = 0, fixed = true);
equation
  L*der(i) = 1;
end Coil;
model Transformer
  parameter Boolean magnetized = false;
  parameter Real L(start = 1);
  parameter Real n(start = 10);
  Coil coil(L = L) if magnetized;
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
end Transformer;
model M
  Transformer t;
end M;
