//! run --stop 1
//! final x = -3 within 1e-9
model GuessFreeParameter "A start value that follows from what the initial problem determines is taken when it is known"
  parameter Real p(fixed = false);
  parameter Real q = 2*p;
  Real x(start = q);
initial equation
  p = -4;
equation
  x^2 = 9;
end GuessFreeParameter;
