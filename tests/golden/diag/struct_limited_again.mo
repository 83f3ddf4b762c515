model StructLimitedAgain
  Real x(start = 0, fixed = true), e, u;
equation
  e = 1 - x;
  u = 4*e;
  u = max(0, min(1, u));
  der(x) = u - x;
end StructLimitedAgain;
