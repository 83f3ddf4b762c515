// A row that is not there is told with the array's name, in algorithms as in functions.
//! run
//! status 3
//! stderr a subscript of `A` is out of range (
model FailSubscriptWhole
  Real A[2, 2] = {{1, 2}, {3, 4}}*time;
  Integer i = 1 + integer(3*time);
  Real r[2];
algorithm
  r := A[i, :];
end FailSubscriptWhole;
