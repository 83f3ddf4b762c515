model HoldForgotten
  Real u(start = 0), P;
  Real x(start = 0, fixed = true);
equation
  u = previous(u) + sample(x, Clock(0.1));
  P = u;
  der(x) = P - x;
end HoldForgotten;
