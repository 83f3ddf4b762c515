//! run --method cvode
//! run --method ida
//! status 3
//! stderr FailIndexInFunction.mo:
//! stderr subscript 4 of `a` is outside 1 .. 3
model FailIndexInFunction
  function pick
    input Real a[:];
    input Integer i;
    output Real y;
  algorithm
    y := a[i];
  end pick;
  Integer i = 1 + integer(4*time);
  Real y = pick({1, 2, 3}, i);
end FailIndexInFunction;
