//! run --stop 1
//! final  v["x[1]"] = 1 within 0
//! final  v["x[2]"] = 5 within 0
//! final  v["x[3]"] = 6 within 0
//! final  v["y[1]"] = 2 within 0
//! final  v["y[2]"] = 3 within 0
//! final  v["y[3]"] = 7 within 0
model ArrayOverlap "A value made of neighbours in memory is assigned to a part of itself"
  Real j;
  Real x[3](start = 5:7);
  Real y[3];
  Real k;
algorithm
  j := 1;
  x := {j, x[1], x[2]};
algorithm
  y := {1, 2, 3};
  k := 7;
  y := {y[2], y[3], k};
end ArrayOverlap;
