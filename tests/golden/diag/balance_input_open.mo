block Gain
  input Real u;
  output Real y;
equation
  y = 2*u;
end Gain;
model M
  Gain k;
  Real x(start = 1, fixed = true);
equation
  der(x) = -k.y;
end M;
