//! run --stop 1 --interval 0.5
//! final s = 6 within 0
//! final z = 0 within 0
model EmptyComponents "Arrays of components without elements: sizes inside are those a first one would have"
  model A
    constant Integer n = 10;
    parameter Real x[n - 7] = fill(2, 3);
    Real y[n - 7] = {1, 2, 3};
  end A;
  A none[0, 0], row[0], one;
  Real s = sum(one.x), z = sum(row.y);
end EmptyComponents;
