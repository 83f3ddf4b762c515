model M "Without losses there is no steady state, and without inertia no initial speed"
  parameter Real k = 0, Q = 100, tau = 5;
  parameter Real J;
  Real T(start = 300);
  Real w(start = 0, fixed = true);
initial equation
  der(T) = 0;
equation
  10*der(T) = Q - k*(T - 293);
  J*der(w) = tau - 0.1*w;
end M;
