// Evaluate = true, structural parameters, final parameters and protected ones keep their declarations.
model M
  parameter Integer n = 2 annotation(Evaluate = true);
  final parameter Real f = 2*n;
  parameter Real p = f + 1;
  parameter Boolean on = n > 1;
  Real x[n];
  Real y = 1 if on;
protected
  parameter Real h = p;
  Real w = h*time;
equation
  x = fill(p, n)*time;
end M;
// parameter Integer n = 2; final parameter Real f = 2*n; ... Real x[2]; Real y = 1; protected parameter Real h = p; protected Real w = h*time; x = fill(p, n)*time
