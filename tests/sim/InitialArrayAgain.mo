//! run --stop 1
//! expect x = 1 + t within 1e-9
//! expect copy = 1 within 0
model InitialArrayAgain "a start value that depends on an array, which an initial algorithm gives, with a value for the same variable"
  parameter Real o[2, 2](each fixed = false);
  Real x(start = o[2, 1], fixed = true);
  Real copy = o[2, 2];
initial algorithm
  o := {{1.0, 1.0}, {1.0, 1.0}};
  x := 1;
equation
  der(x) = 1.0;
end InitialArrayAgain;
