model IntWhen
  Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true);
equation
  der(x) = 3;
  when sample(0, 0.1) then
    n = x;
  end when;
end IntWhen;
