model M
  Real x(start = 1, fixed = true);
equation
  der(x) = -smooth(if x > 0.5 then x else 0.5, 1);
end M;
