//! run --relax iterate --stop 1
//! run --relax on --stop 1
//! run --relax off --stop 1
//! run --relax iterate --stop 1 --method cvode --tolerance 1e-8
//! expect 4*v["x[1]"] + v["x[2]"] + 2*v["x[3]"] = 1 + t within 1e-10
//! expect v["x[1]"] + 5*v["x[2]"] + v["x[3]"] = 2 within 1e-10
//! expect 2*v["x[1]"] + v["x[2]"] + 6*v["x[3]"] = 3 within 1e-10
//! expect 3*v["a[1]"] + v["a[2]"] + 0.5*(v["b[1]"] + v["c[1]"]) + 0.2*(v["b[2]"] + v["c[2]"]) = 1 within 1e-10
//! expect 0.5*(v["a[1]"] + v["c[1]"]) + 0.2*(v["a[2]"] + v["c[2]"]) + 3*v["b[1]"] + v["b[2]"] = 2 within 1e-10
//! expect 0.3*(v["a[1]"] + v["b[1]"]) - 0.7*(v["a[2]"] + v["b[2]"]) - v["c[1]"] + 4*v["c[2]"] = 1 within 1e-10
//! expect u + sin(w)/4 = m within 1e-10
//! expect w**3 + 2*w = u within 1e-10
//! expect m = exp(-t) within 1e-4
//! expect q = exp(-4*t/3) within 1e-4
//! expect v["T[1]"] = 10*(1 - (r + r**50)/(1 + r**51)) within 1e-9
//! expect v["T[25]"] = 10*(1 - (r**25 + r**26)/(1 + r**51)) within 1e-9
model RelaxedIteration "RX-13, RX-15, A-12: the same as elimination, as iteration, and ignoring the marks; linear, in blocks and nonlinear"
  parameter Real k = 0.1;
  parameter Real M[2,2] = {{3, 1}, {-1, 4}}, N[2,2] = {{0.5, 0.2}, {0.3, -0.7}};
  Real x[3], a[2], b[2], c[2], u, w, T[50];
  Real m(start = 1, fixed = true), q(start = 1, fixed = true), y, z;
  Real r = (2 + k - sqrt((2 + k)^2 - 4))/2;
equation
  4*x[1] + Kron.relax(x[2]) + 2*Kron.relax(x[3]) = 1 + time;
  x[1] + 5*x[2] + Kron.relax(x[3]) = 2;
  2*x[1] + x[2] + 6*x[3] = 3;
  M*a + N*Kron.relax(b) + N*Kron.relax(c) = {1, time};
  N*a + M*b + N*Kron.relax(c) = {2, 1};
  N*a + N*b + M*c = {0, 1};
  u + sin(Kron.relax(w))/4 = m;
  w^3 + 2*w = u;
  der(m) = -m;
  y + 0.5*Kron.relax(z) = q;
  z + 0.5*y = 0;
  der(q) = -y;
  for i in 1:50 loop
    (2 + k)*T[i] = (if i == 1 then 0 else T[max(i - 1, 1)]) + (if i == 50 then 0 else Kron.relax(T[min(i + 1, 50)])) + 1;
  end for;
end RelaxedIteration;
