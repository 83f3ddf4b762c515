// Dimensions and loops over Boolean: false is first.
model M
  parameter Real k[Boolean] = {10, 20};
  Real y = k[true];
  Real z[Boolean];
equation
  for b in Boolean loop
    z[b] = k[b]*time;
  end for;
end M;
// Real y = k[true]; z[false] = k[false]*time; z[true] = k[true]*time;
