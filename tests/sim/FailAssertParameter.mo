//! status 3
//! stderr k must be positive, it is -1
//! stderr FailAssertParameter.mo:
model FailAssertParameter
  parameter Real k = -1;
  Real x(start = 0, fixed = true);
equation
  assert(k > 0, "k must be positive, it is " + String(k));
  der(x) = 1/k;
end FailAssertParameter;
