//! run
//! expect v["m[2,3]"] = 3*(t + 2) within 1e-12
//! expect v["z[2,4]"] = 8*t within 1e-12
//! expect n = 2*t within 1e-12
//! expect q = 10*t within 1e-12
//! expect v["r[2,3].a"] = 3*(t + 2) within 1e-12
//! expect t1 = 1 within 0
//! final t2 = 1 within 0
//! events state=2 time=0
model IteratedCalls "functions whose results are arrays and records inside of array constructors"
  record R
    Real a;
    Real b[2];
    String s;
    Boolean on;
  end R;
  function mk input Integer i; input Real x; output R r;
  algorithm
    r := R(x*i, {i, -i}, "s" + String(i), x > 1);
  end mk;
  function v input Integer n; input Real x; output Real y[n];
  algorithm
    for i in 1:n loop y[i] := i*x; end for;
  end v;
  function w input Integer n; input Real x; output Real y[:, :];
  algorithm
    y := {v(n, k*x) for k in 1:2};
  end w;
  function nest input Real x; output Real y;
  algorithm
    y := sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(sum(max(v(1, x)) for a in 1:1) for b in 1:1) for c in 1:1)
      for d in 1:1) for e in 1:1) for f in 1:1) for g in 1:1) for h in 1:1) for i in 1:1) for j in 1:1)
      for d in 1:1) for e in 1:1) for f in 1:1) for g in 1:1) for h in 1:1) for i in 1:1) for j in 1:1)
      for d in 1:1) for e in 1:1) for f in 1:1) for g in 1:2);
  end nest;
  function zf input Real x; output Real y[2, 4];
  algorithm
    y := w(4, x);
  end zf;
  function qf input Real x; output Real y;
  algorithm
    y := sum(sum(v(i, x)) for i in 1:3);
  end qf;
  R r[2, 3];
  Real m[2, 3], z[2, 4];
  Real n, q;
  Boolean t1, t2, t3;
  R e[2];
algorithm
  r := {mk(i, time + j) for i in 1:3, j in 1:2};
  m := {v(3, time + i) for i in 1:2};
  z := zf(time);
  n := nest(time);
  e := {R(i*time, {0, i}, "e", time > i*0.3) for i in 1:2};
  q := qf(time);
  t1 := r[2, 3].s == "s3" and r[1, 2].b[2] == -2;
  t2 := e[1].on;
  t3 := e[2].on;
end IteratedCalls;
