//! run
//! expect y = 1 within 1e-9
model StartRestHuge "Rest and the value at rest are both given: their agreement is seen beside the terms, which are huge"
  parameter Real a = 1.7e15, b = 3.3e-5, c = 2.1e-5, f = 1.7e-3;
  Real x, y = x*(b + c + f)/a;
initial equation
  x = a/(b + c + f);
  der(x) = 0;
equation
  der(x) = a - b*x - c*x - f*x;
  annotation(experiment(StopTime = 1));
end StartRestHuge;
