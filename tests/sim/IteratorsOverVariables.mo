// 10.4.1: an iterator runs over any vector, also one that varies in time; a range that is left out does not come from an
// inner iterator of the same name (11.2.2.1).
//! run --stop 1
//! final s = 1 + 2 + 3 within 1e-12
//! final v["q[2]"] = 4 within 0
//! final v["q[1]"] = 2 within 1e-12
//! final m = 5 within 0
//! final v["w[2,3]"] = 12 within 0
//! final v["w[1,1]"] = 2 within 1e-12
//! final z = 5 within 0
//! final u = 3*5*7 within 1e-12
//! final v["h[3]"] = 30 within 0
//! final v["g[2]"] = 12 within 0
//! final v["p[2].s"] = 3 within 1e-12
//! final dd = 2*(4 + 5) within 1e-12
//! final v["c[2]"] = 6 within 1e-12
model IteratorsOverVariables
  model Part
    parameter Integer n = 2;
    Real x[n] = fill(time, n);
    Real s = sum(e for e in x);
  end Part;
  Real a[3] = {time, 2, 3};
  Integer k[2] = {if time > 0.5 then 2 else 1, 4};
  Real y[4] = {1, 2, 3, 4};
  Real s = sum(e for e in a);
  Real q[3] = {2*e for e in a};
  Real m = max(e for e in {time, -time, 5});
  Real w[2, 3] = {e*f for e in a, f in k};
  Real z = sum(e for e in a[2:3]);
  Real u = product(e + 1 for e in a + a);
  Real h[3] = {sum(y[i] for i in 1:4)*b[i] for i};
  Real b[3] = {1, 2, 3};
  Real g[3];
  Part p[2](n = {2, 3});
  parameter Real t[2](each fixed = false);
  parameter Real d = sum(2*e for e in t);
  Real dd = d + 0*time;
  parameter Real r[2] = {1, 2};
  Real c[2] = {3*e for e in r};
initial equation
  t = {4, 5};
equation
  for i loop
    g[i] = sum(y[i] for i) + b[i];
  end for;
end IteratorsOverVariables;
