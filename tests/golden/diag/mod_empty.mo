model R
  parameter Real R = 1;
  Real i = 1/R;
end R;
model M
  R r(R), s(final R);
  Real x(start, fixed = true);
equation
  der(x) = -x;
end M;
