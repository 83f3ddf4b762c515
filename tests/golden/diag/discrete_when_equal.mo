model M
  Real x(start = 0, fixed = true);
  discrete Real y(start = 0);
equation
  der(x) = 1;
  when x == 0.5 then
    y = 1;
  end when;
end M;
