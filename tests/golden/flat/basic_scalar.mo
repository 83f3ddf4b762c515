// A scalar model: attributes and values refer to siblings (notes 13.1).
model T1
  parameter Real p = 2;
  Real x(start = p);
equation
  der(x) = -p*x;
end T1;
// parameter Real p = 2; Real x(start = p); equation der(x) = -p*x;
