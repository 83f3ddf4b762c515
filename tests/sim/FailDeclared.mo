//! run
//! status 3
//! stderr division by zero (0) in dx = L/(n - 1)
//! stderr FailDeclared.mo:7)
model FailDeclared "A size is a number when the value is computed: it is shown as written"
  parameter Integer n = 1;
  parameter Real L = 1, dx = L/(n - 1), a = 1e-3;
  Real T[n](each start = 20, each fixed = true);
equation
  for i in 1:n loop
    der(T[i]) = a/dx^2*(20 - T[i]);
  end for;
end FailDeclared;
