// break removes a value (section 7.2.7).
model A
  parameter Real d = 1;
  Real x(min = 0) = 1;
end A;
model B
  extends A(final d(fixed = false) = break, x = break);
initial equation
  4 = d*d;
equation
  x = d*time;
end B;
// parameter Real d(fixed = false); Real x(min = 0); initial equation 4 = d*d; equation x = d*time;
