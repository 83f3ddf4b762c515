model Euler
  Real y;
equation
  y = e^(-time);
end Euler;
