model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = y;
  y = 2*time;
  when x > 1 then
    reinit(y, 0);
  end when;
end M;
