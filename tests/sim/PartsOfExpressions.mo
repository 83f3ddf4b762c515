// 3.6.8, 10.5: elements and fields of an expression in parentheses.
//! run --stop 1
//! final a = 2 within 0
//! final v["b[1]"] + v["b[2]"] = 2 + 3 within 1e-12
//! final c = 2 within 0
//! final d = 3 within 1e-12
//! final v["e[1]"] = 2 within 1e-12
//! final h = 3 within 0
//! final v["k[2]"] = 4 within 0
//! final v["l[1]"] = 2 within 0
//! final v["m[2]"] = 2 within 0
//! final n = 2 within 1e-12
//! final o = -9 within 0
//! final q = 4 + 5 + 2 within 1e-12
//! final s = 4 within 0
model PartsOfExpressions
  record R
    Real x;
    Real y[2];
  end R;
  function f
    input Real u;
    output R r = R(u, {2*u, 3*u});
  algorithm
  end f;
  function g
    input Real u;
    output Real y[3] = {u, 2*u, 3*u};
  algorithm
  end g;
  function last
    input Real u[:];
    output Real y;
  algorithm
    y := (u + u)[end] + (cat(1, u, {5}))[size(u, 1) + 1] + ({1, 2, 3})[2];
  end last;
  parameter Integer i = 2;
  Real x[3] = {1, 2, 3};
  R r[2] = {f(1), f(2)};
  Real a = (f(2)).x;
  Real b[2] = (f(time)).y;
  Real c = ({1, 2, 3})[2];
  Real d = (g(time))[end];
  Real e[2] = (g(time))[2:3];
  Real h = ([1, 2; 3, 4])[2, 1];
  Real k[2] = ([1, 2; 3, 4])[end];
  Real l[2] = ([1, 2; 3, 4])[:, 2];
  Real m[2] = (r).x;
  Real n = ({1, time, 3} + {1, 1, 1})[i];
  Real o = -(x)[3]^2;
  Real q = last({time, 2});
  Real s;
algorithm
  s := ({time, 4})[2];
end PartsOfExpressions;
