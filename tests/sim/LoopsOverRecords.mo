// 11.2.2: a statement `for` over an array of records has their fields, nested ones and arrays in them
// included; its range is what the array is before the first turn. So does a `for` equation (8.3.3).
//! run --stop 1
//! final s = (1*2 + 2*3 + 6 + 9 + 5) + (3*4 + 20*30 + 60 + 90 + 50) within 1e-12
//! final one = 1*2 + 2*3 + 6 + 9 + 5 within 1e-12
//! final w = (1*1 + 2*3) + (2*1 + 2*3) + 1000*2 + (1 + 2)*2 + (2 + 4)*2 within 1e-12
//! final v["z[1]"] = 20*1 within 1e-12
//! final v["z[2]"] = 2*1 within 1e-12
//! events state=1 time=0
model LoopsOverRecords
  record S
    Real v[2];
    Integer k;
  end S;
  record R
    Real a;
    Real b;
    S s;
    S m[2];
  end R;
  function total
    input R r[:];
    output Real s = 0;
  protected
    R q[size(r, 1)] = r;
    Integer i = size(r, 1);
  algorithm
    for e in q loop
      s := s + e.a*e.b + e.s.v[2]*e.s.k + sum(e.m.k) + e.m[1].v[end];
      q[i].a := 100;
      i := i - 1;
    end for;
  end total;
  parameter R p[2] = {R(1, 2, S({1, 2}, 2 + 1), {S({4, 5}, 6), S({7, 8}, 9)}),
                      R(3, 4, S({10, 20}, 30), {S({40, 50}, 60), S({70, 80}, 90)})};
  R r[2] = {R(time, 1, p[1].s, p[1].m), R(2, time, p[1].s, p[1].m)};
  parameter S order[2] = {S({1, 2}, 2), S({10, 20}, 1)};
  Real s = total(p);
  Real one = total({R(time, 2, p[1].s, p[1].m)});
  Real w;
  Real z[2];
equation
  for e in order loop
    z[e.k] = e.v[2]*time;
  end for;
algorithm
  w := 0;
  for e in r loop
    w := w + e.a*e.b + e.s.v[2]*e.s.k;
    if e.a > 0.5 then
      w := w + 1000;
    end if;
  end for;
  for e in r[2:-1:1], g in p loop
    w := w + e.a + g.b;
  end for;
end LoopsOverRecords;
