//! run --stop 1 --vars *
//! expect total = 0 within 0
//! expect one = 1 within 0
//! expect dot = 0 within 0
//! final inside = 0 within 0
//! expect argument = t within 1e-15
//! expect v["whole[1]"] = 3 within 0
//! expect v["rows[1]"] = 0 within 0
//! expect v["rows[2]"] = 0 within 0
//! expect v["r.k"] = 2*t within 1e-15
//! expect v["r.w[2]"] = 2 within 0
//! final v["c.x"] = 1 within 0
//! expect guarded = t within 1e-15
//! expect v["records[2].k"] = t within 1e-15
//! expect flexible = 19 within 0
//! expect sum_of_sizes = 3 within 0
//! expect after = 1 within 0
model EmptyArrays "arrays of size 0 in algorithms: their sum is 0, their product 1, no statement is lost"
  record R
    Real nothing[0, 3];
    Real k;
    Real w[2];
  end R;
  record C
    Real x;
    constant Real y = 1;
  end C;
  record F
    Real v[:];
    Real w = 1;
  end F;
  function add
    input Real u;
    input Real b;
    output Real y;
  algorithm
    y := u + b;
    while y > 100 loop
      y := y - 1;
    end while;
  end add;
  function none
    input R r[2];
    output Real y[0];
    output Real n = sum(r.k);
  algorithm
  end none;
  function make
    input Real v[:];
    output F r;
  algorithm
    r := F(v, 2);
  end make;
  function sum_of
    input F r;
    output Real y = sum(r.v) + r.w;
  algorithm
  end sum_of;
  parameter Real p[0] = zeros(0);
  Real x[0];
  Integer m[2, 0] = zeros(2, 0);
  Real total, one, dot, inside, argument, guarded, after;
  Integer whole[1], rows[2], sum_of_sizes;
  R r, records[2];
  C c;
  Real flexible = sum_of(make({2, 8, 7}));
algorithm
  total := 5;
  total := sum(p);
  one := 5;
  one := product(x);
  dot := 5;
  dot := x*p;
  inside := if time > 0.5 then sum(p) else 1;
  argument := add(time, sum(x));
  whole := cat(1, m[end, :], {3});
  rows := {7, 7};
  rows := m*zeros(0);
  r := if time < 2 then R(zeros(0, 3), 2*time, {1, 2}) else R(zeros(0, 3), 1, {1, 1});
  c := if time > 0.5 then C(1) else C(2);
  for i in 1:1 loop
    guarded := if i >= 1 then time else x[i - 1];
  end for;
  records := cat(1, {r for i in 1:0}, fill(R(zeros(0, 3), time, {1, 2}), 2));
  sum_of_sizes := size(records[1].nothing, 2) + size(m, 2);
  after := 0;
  (x, after) := none(records);
  after := if after > -1 then 1 else 2;
end EmptyArrays;
