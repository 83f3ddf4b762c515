model InitialParameterNotFree "What an initial equation is to give has a value already"
  parameter Real a = 1;
  parameter Real T0;
  Real x(start = 0, fixed = true);
initial equation
  T0 = 2*a;
equation
  der(x) = T0 - x;
end InitialParameterNotFree;
