//! run --stop 1
//! expect s = 0 within 0
//! expect v["b[2].z"] = 6 + 21*t within 1e-8
//! expect v["t[1]"]*1000 + v["t[2]"]*100 + v["t[3]"]*10 + v["t[4]"] = 223 within 0
//! expect v["q[1]"]*10 + v["q[2]"] = 2 within 0
//! expect u = 0 within 0
//! expect h = 3 within 0
model EmptyUnsized "Sizes inside of components in an array without elements, which only elements could tell"
  model A
    parameter Integer i;
    final parameter Integer n = i + 1;
    Real x[n, 3](start = ones(2, 3), each fixed = true);
    Real y[2, 3] = x;
    Real z;
    Integer w[2];
  equation
    der(x) = {{k + e for k in 1:3} for e in 1:2};
    z = sum(x);
  algorithm
    w[1] := n; w[2] := i;
  end A;
  connector P
    Real v;
    flow Real i;
  end P;
  model C
    parameter Integer k;
    P p[k], q;
  equation
    p.v = fill(1.0, 1);
    q.v = k;
  end C;
  A a[0, 2](i = fill(1, 0, 2));
  A b[2](i = fill(1, 2));
  Real s = sum(a.z) + sum(a.w) + sum(a.y) + sum(a.x);
  Real v[0, 2] = a.z;
  Integer t[4] = size(a.y);
  Integer q[2] = size(a);
  Real u = sum(a[i, j].z for i in 1:size(a, 1), j in 1:2);
  C c[0](k = fill(1, 0)), d[0](k = fill(1, 0));
  P e;
  Real h;
equation
  connect(c.q, d.q);
  e.v = 0;
  for i in 1:size(c, 1) loop
    connect(c[i].q, e);
  end for;
  if size(c, 1) > 0 then
    h = c[1].q.v;
  else
    h = 3;
  end if;
  for i in 1:size(a, 1) loop
    assert(a[i, 1].z > 0, "no");
  end for;
end EmptyUnsized;
