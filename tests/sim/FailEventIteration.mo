// b is not pre(b) for ever
//! run --stop 1
//! status 3
//! stderr still changing: b by b = if x > 0.5 then not pre(b) else false
model FailEventIteration
  Boolean b(start = false, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  b = if x > 0.5 then not pre(b) else false;
end FailEventIteration;
