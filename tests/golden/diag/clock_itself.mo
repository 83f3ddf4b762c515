model ClockItself
  Integer n(start = 0);
  Real u(start = 0), P;
  Real x(start = 0, fixed = true);
equation
  n = n + 1;
  u = previous(u) + sample(x, Clock(0.1)) + previous(n);
  P = hold(u);
  der(x) = P - x;
end ClockItself;
