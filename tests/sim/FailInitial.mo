//! run --method cvode
//! run --method ida
//! status 3
//! stderr x^2
//! stderr FailInitial.mo:
//! stderr nitial
model FailInitial
  Real x(start = 1);
initial equation
  x^2 = -1;
equation
  der(x) = -x;
end FailInitial;
