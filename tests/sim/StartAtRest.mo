//! run --stop 10 --tolerance 1e-8
//! expect v["m[20]"] = 0.2 within 1e-9
//! expect v["p[1]"] = 1e5 + 20*4000 within 1e-4
//! expect v["heat"] = 0.2*4200*(v["T[20]"] - 360) within 1e-5
//! expect v["S[1]"] = 290 - v["heat"]/(0.3*4200) within 1e-5
//! expect v["W[2]"] = (v["T[2]"] + v["S[2]"])/2 within 1e-6
model StartAtRest "Two streams and a wall between them: where guesses of pressures let nothing flow, any temperature is a solution"
  function root "sqrt with a slope at 0"
    input Real x;
    output Real y = x / (x ^ 2 + 1) ^ 0.25;
  algorithm
    annotation (Inline = false);
  end root;
  constant Integer n = 20;
  parameter Real V = 1e-3, k = 400;
  Real p[n](each start = 1e5), T[n](each start = 300), W[n](each start = 300), S[n](each start = 300);
  Real rho[n], mass[n], U[n], m[n + 1], heat;
initial equation
  der(p) = zeros(n);
  der(T) = zeros(n);
  der(W) = zeros(n);
  der(S) = zeros(n);
equation
  m[1] = 0.2;
  heat = -sum(k * (T[i] - W[i]) for i in 1:n);
  for i in 1:n loop
    rho[i] = 1000 * (1 + (p[i] - 1e5) / 2e9) / (1 + 2e-4 * (T[i] - 300));
    assert(p[i] > 0 and T[i] > 250 and T[i] < 400, "outside of the medium");
    mass[i] = V * rho[i];
    U[i] = mass[i] * 4200 * T[i];
    der(mass[i]) = m[i] - m[i + 1];
    der(U[i]) = 4200 * (m[i] * (if i == 1 then 360 else T[max(i - 1, 1)]) - m[i + 1] * T[i]) - k * (T[i] - W[i]);
    100 * der(W[i]) = k * (T[i] - W[i]) - k * (W[i] - S[i]);
    1000 * der(S[i]) = 4200 * 0.3 * ((if i == n then 290 else S[min(i + 1, n)]) - S[i]) + k * (W[i] - S[i]);
    m[i + 1] = 0.2 / sqrt(4000) * root(p[i] - (if i == n then 1e5 else p[min(i + 1, n)]));
  end for;
end StartAtRest;
