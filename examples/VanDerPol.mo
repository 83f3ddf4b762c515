model VanDerPol "An oscillator with a limit cycle"
  parameter Real mu = 5;
  Real x(start = 2, fixed = true);
  Real y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu*(1 - x^2)*y - x;
  annotation(experiment(StopTime = 30));
end VanDerPol;
