//! run --stop 1
//! status 3
//! stderr division by zero
//! stderr dx = L/(n - 1)
//! stderr `n` is 1 (
//! never `m` is
model FailSizeParameter "A division by zero that a parameter makes on which sizes depend"
  parameter Integer n = 1, m = 3;
  parameter Real L = 1, dx = L/(n - 1);
  Real T[n](each start = 300, each fixed = true), S[m](each start = 1, each fixed = true);
equation
  der(T) = -T/dx^2;
  der(S) = -S;
end FailSizeParameter;
