model M
  Real x(start = 1);
  Integer n(start = 0);
equation
  der(x) = -x;
  when x < 0.5 then
    reinit(x, true);
    reinit(n, 3);
    n = 1;
  end when;
end M;
