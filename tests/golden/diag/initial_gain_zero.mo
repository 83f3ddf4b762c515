model initial_gain_zero
  parameter Real k = 0, Ti = 2, T = 1, ref = 1;
  Real x(start = 0), y(start = 0), u;
initial equation
  der(x) = 0;
  der(y) = 0;
equation
  der(x) = (ref - y)/Ti;
  u = k*(ref - y + x);
  T*der(y) = u - y;
end initial_gain_zero;
