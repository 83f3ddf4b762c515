function square
  input Real u;
  output Real y;
algorithm
  y := u*u;
end square;
model M
  Real y = sqare(time);
  Real z = cosinus(time);
end M;
