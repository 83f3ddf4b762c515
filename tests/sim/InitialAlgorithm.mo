//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect x = 6 + t within 1e-9
//! expect n = 3 within 0
model InitialAlgorithm "1 + 2 + 3 by a loop"
  Real x;
  Integer n;
initial algorithm
  x := 0;
  n := 0;
  for i in 1:3 loop
    x := x + i;
    n := n + 1;
  end for;
equation
  der(x) = 1;
  when time > 100 then
    n = 0;
  end when;
end InitialAlgorithm;
