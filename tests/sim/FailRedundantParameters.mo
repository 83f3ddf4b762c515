//! status 3
//! stderr contradicts the other initial conditions and the equations of the model
model FailRedundantParameters "Four conditions for two free parameters, of which others follow; two do not"
  parameter Real q(fixed = false), T(fixed = false);
  parameter Real TOut = T - q/2;
  parameter Real h = 3*T + 0.1*T^2;
  parameter Real hOut = h + q;
  Real x(start = 0, fixed = true);
initial equation
  T = 20;
  TOut = 20;
  h = 100;
  hOut = 101;
equation
  der(x) = T + q;
end FailRedundantParameters;
