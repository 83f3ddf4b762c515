model initial_length_zero "A length of 0 is no reason why conditions are too many"
  parameter Real L = 0;
  Real s(start = 0.5, fixed = true), v(start = 0, fixed = true);
  Real rel(start = 0.2, fixed = true);
equation
  der(s) = v;
  rel = s - 0.5*L;
  der(v) = -2*rel;
end initial_length_zero;
