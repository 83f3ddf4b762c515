//! run --stop 1
//! run --stop 1 --set late=true
//! status 3
//! stderr division by zero (`j` is 0) in q = div(3, j)
model integer_not_finite "Integer results must be finite too, at the start and after events"
  parameter Boolean late = false;
  Integer j = if late and time < 0.5 then 1 else 0;
  Integer q = div(3, j);
end integer_not_finite;
