//! run --stop 2 --tolerance 1e-9 --method radau
//! run --stop 2 --tolerance 1e-10 --method radau
//! run --stop 2 --tolerance 1e-9 --method bdf
//! run --stop 2 --tolerance 1e-9 --method sdirk
//! expect v["off"] = 0 within 2e-7
model SharpChain "Ten rods on a cart: the equations of a step are known no better than a hundred roundings, however sharp the tolerance is"
  parameter Integer N = 10;
  parameter Real m = 0.5, L = 0.3, g = 9.81, M = 2, c = 20;
  Real s(start = 0.5, fixed = true), vs(start = 0, fixed = true), x[N], y[N], u[N], v[N], F[N];
  Real phi[N](each start = 0.3, each fixed = true, each stateSelect = StateSelect.prefer);
  Real w[N](each start = 0, each fixed = true, each stateSelect = StateSelect.prefer);
  Real off "energy more than at the start";
  parameter Real e0(fixed = false);
initial equation
  e0 = c*s^2/2 + sum(m*g*y[i] for i in 1:N);
equation
  vs = der(s);
  u = der(x);
  v = der(y);
  w = der(phi);
  for i in 1:N loop
    x[i] - (if i == 1 then s else x[max(i - 1, 1)]) = L*sin(phi[i]);
    y[i] - (if i == 1 then 0 else y[max(i - 1, 1)]) = -L*cos(phi[i]);
    m*der(u[i]) = -F[i]*sin(phi[i]) + (if i < N then F[min(i + 1, N)]*sin(phi[min(i + 1, N)]) else 0);
    m*der(v[i]) = F[i]*cos(phi[i]) - (if i < N then F[min(i + 1, N)]*cos(phi[min(i + 1, N)]) else 0) - m*g;
  end for;
  M*der(vs) = -c*s + F[1]*sin(phi[1]);
  off = M*vs^2/2 + c*s^2/2 + sum(m*(u[i]^2 + v[i]^2)/2 + m*g*y[i] for i in 1:N) - e0;
end SharpChain;
