model StructStartWithoutDerivative
  parameter Real g = 9.81;
  Real h(start = 10, fixed = true), v(start = 0, fixed = true), E;
equation
  der(v) = -g;
  E = g*h + v^2/2;
end StructStartWithoutDerivative;
