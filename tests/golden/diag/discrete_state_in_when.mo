model M
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    x = 0;
  end when;
end M;
