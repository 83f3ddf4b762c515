model M
  Real x(start = 0, fixed = true);
  discrete Real n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    n = pre(n) + 1;
  end when;
  when x > 0.7 then
    n = pre(n) + 2;
  end when;
end M;
