// Simulation: explicit. At the start der(x) = 0 gives v, der(v) = 0 gives x from a nonlinear
// equation; k follows from the wanted force.
model InitialProblem
  parameter Real k(fixed = false, start = 1);
  Real x(start = 1), v;
initial equation
  der(x) = 0;
  der(v) = 0;
  k*1.5 = 6;
equation
  der(x) = v;
  der(v) = 10 - k*x - x^3 - v;
end InitialProblem;
