model WhenOfItself
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  when sample(0, 0.1) then
    y = 0.9*y + 0.1*x;
  end when;
end WhenOfItself;
