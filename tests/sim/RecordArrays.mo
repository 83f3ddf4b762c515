//! run --stop 1 --vars *
//! final v["p[3].a"] = 30 within 0
//! final v["p[1].b"] = 20 within 0
//! final y = 40 within 0
//! expect v["w[1].a"] = t within 1e-15
//! expect v["w[2].a"] = 2*t within 1e-15
//! expect v["w[1].b"] = 10 within 0
//! expect v["w[2].b"] = 20 within 0
//! expect v["d[1].v[2]"] = t + 1 within 1e-15
//! expect v["d[2].v[1]"] = 8 within 0
//! expect v["d[2].k"] = 2 within 0
//! expect v["q[1].v[1]"] = 8 within 0
//! expect v["q[2].v[2]"] = t + 1 within 1e-15
//! expect v["n[2].e.c"] = 6 within 0
//! expect v["n[1].e.x[2]"] = 2 within 0
//! expect v["n[2].e.x[1]"] = 4 within 0
//! expect v["n[2].k"] = 7*t within 1e-15
//! expect z = 1206 within 0
//! expect u = 14 within 0
//! expect v["m[3].d.v[2]"] = 9 within 0
model RecordArrays "arrays of records: by iterators, with array fields, nested, in functions and modifiers"
  record D
    Real a;
    Real b;
  end D;
  record R
    Real v[2];
    Real k;
  end R;
  record E
    Real x[2];
    Real c;
  end E;
  record N
    E e;
    Real k;
  end N;
  function g
    input D d[:];
    output Real y = 0;
  algorithm
    for i in 1:size(d, 1) loop
      y := y + 100*d[i].a + d[i].b;
    end for;
    y := y + 600 - 6;
  end g;
  function h
    input Real x;
    output N n[2];
  algorithm
    n[1] := N(E({1, 2}, 3), x);
    n[2] := N(E({4, 5}, 6), 7*x);
  end h;
  model M
    parameter R d;
  end M;
  parameter R all[3] = {R({i, 3*i}, i) for i in 1:3};
  M m[3](d = all);
  parameter D p[3] = {D(10*i, 20*i) for i in 1:3};
  D w[2];
  R d[2] = {R({time, time + 1}, 1), R({8, 9}, 2)};
  R q[2] = d[{2, 1}];
  N n[2] = h(time);
  Real y = p[2].b;
  Real z = g({D(i, 2*i) for i in 1:3});
  Real u = sum(q[1].v) - 3*q[1].v[1]/8;
equation
  w = {D(i*time, 10*i) for i in 1:2};
end RecordArrays;
