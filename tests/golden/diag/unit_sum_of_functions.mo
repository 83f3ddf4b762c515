model unit_sum_of_functions "1 - exp(-t) has no unit as a factor; a sum of parameters or of what has a unit may have any"
  parameter Real q(unit = "l/min") = 40, k = 2;
  Real Q[3](each unit = "m3/s"), p(unit = "Pa");
  parameter Modelica_Pressure p0 = 101.325;
  type Modelica_Pressure = Real(unit = "Pa", min = 0, nominal = 1e5);
equation
  Q[1] = q*(1 - exp(-time));
  Q[2] = q*(1 + 0.5*sin(time));
  Q[3] = q*(k + sin(time));
  p = p0;
end unit_sum_of_functions;
