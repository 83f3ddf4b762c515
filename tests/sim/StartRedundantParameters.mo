//! stderr is one too many: the others and the equations of the model determine what it sets
//! expect x = 20*t within 1e-6
model StartRedundantParameters "Four conditions for two free parameters, of which others follow; they agree"
  parameter Real q(fixed = false), T(fixed = false);
  parameter Real TOut = T - q/2;
  parameter Real h = 3*T + 0.1*T^2;
  parameter Real hOut = h + q;
  Real x(start = 0, fixed = true);
initial equation
  T = 20;
  TOut = 20;
  h = 100;
  hOut = 100;
equation
  der(x) = T + q;
end StartRedundantParameters;
