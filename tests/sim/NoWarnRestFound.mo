//! run --stop 3
//! quiet
//! expect x = 2 within 1e-9
//! expect u = 2 within 1e-9
model NoWarnRestFound "Rest is what the initial equations ask for: of a state, or of what a parameter has to be for it"
  parameter Real c(fixed = false, start = 1);
  Real x(start = 1), u(start = 2, fixed = true);
initial equation
  der(x) = 0;
  der(u) = 0;
equation
  der(x) = 2 - x;
  der(u) = c - u;
end NoWarnRestFound;
