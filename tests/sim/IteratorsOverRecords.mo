// 10.4.1: an iterator over an array of records has their fields.
//! run --stop 1
//! final s = 1*3 + 2*4 within 1e-12
//! final w = 1*3 + 2*4 within 1e-12
//! final v["q[2].x"] = 4 within 0
//! final z = 1 + 3 within 0
//! final n = 5 + 6 within 0
model IteratorsOverRecords
  record R
    Real x;
    Real y;
  end R;
  record Outer
    R r;
  end Outer;
  function total
    input R r[:];
    output Real s;
  algorithm
    s := sum(e.x*e.y for e in r);
  end total;
  R r[2](x = {time, 2}, y = {3, 4});
  R q[2] = {R(2*e.x, e.y) for e in r};
  parameter R p[2] = {R(1, 2), R(3, 4)};
  parameter Outer o[2] = {Outer(R(5, 0)), Outer(R(6, 0))};
  Real s = sum(e.x*e.y for e in r);
  Real w = total(r);
  Real z = sum(e.x for e in p);
  Real n = sum(e.r.x for e in o);
end IteratorsOverRecords;
