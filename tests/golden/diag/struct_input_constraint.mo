model M
  input Real u1, u2;
  Real x(start = 0, fixed = true), y;
equation
  der(x) = u1 - x;
  u1 + u2 = 1;
end M;
