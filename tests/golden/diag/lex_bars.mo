model Bars
  Real y;
equation
  y = |sin(time)|;
end Bars;
