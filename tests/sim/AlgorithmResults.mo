//! run --stop 1
//! expect v["a.y"] = 1 if t > 0.2 + 1e-9 else v["a.y"] if t > 0.2 - 1e-9 else 0 within 0
//! expect v["b.y"] = 1 if t > 0.6 + 1e-9 else v["b.y"] if t > 0.6 - 1e-9 else 0 within 0
//! expect v["c.y"] = 1 if t > 0.9 + 1e-9 else v["c.y"] if t > 0.9 - 1e-9 else 0 within 0
//! expect v["a.z"] = 0 within 0
//! expect v["b.z"] = 1 if t > 0.25/0.3 + 1e-9 else v["b.z"] if t > 0.25/0.3 - 1e-9 else 0 within 0
//! expect v["c.z"] = 1 if t > 0.25/0.45 + 1e-9 else v["c.z"] if t > 0.25/0.45 - 1e-9 else 0 within 0
//! final v["a.n"] = 1 within 0
//! final v["b.n"] = 3 within 0
//! final v["c.n"] = 4 within 0
model AlgorithmResults "Relations and integer() of a call with several results: each algorithm has its own"
  function f
    input Real k;
    output Real n;
    output Real s[2];
  algorithm
    s := {k, 10};
    n := 2*k;
  end f;
  model A
    parameter Real p = 1;
    Real y, z;
    Integer n;
  algorithm
    y := if time >= f(p) then 1 else 0;
    z := if f(time*p) > 0.5 then 1 else 0;
    n := integer(f(5.01*p));
  end A;
  A a(p = 0.1), b(p = 0.3), c(p = 0.45);
end AlgorithmResults;
