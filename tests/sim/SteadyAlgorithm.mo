//! run --stop 2
//! run --stop 2 --method radau
//! expect V = 40 within 1e-12
//! expect T = 50 + 6*t/40 within 1e-9
model SteadyAlgorithm "Volumes that an algorithm computes from parameters: what they constrain is differentiated"
  parameter Integer n = 40, k = 2;
  parameter Real d[k, n] = fill(1, k, n);
  input Real s[k, n] = d;
  Integer i;
  Real r[k, n], V, T, m, U(start = 2000, fixed = true);
algorithm
  for j in 1:k loop
    r[j, 1] := s[j, 1];
    i := 2;
    while i <= n loop
      r[j, i] := r[j, i - 1] + s[j, i];
      i := i + 1;
    end while;
  end for;
equation
  V = r[k, n];
  m = V;
  U = m*T;
  der(U) = 6 + T*der(m);
end SteadyAlgorithm;
