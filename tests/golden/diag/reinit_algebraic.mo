model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = 2*x;
  when x > 1 then
    reinit(y, 0);
  end when;
end M;
