//! run --stop 1
//! status 3
//! stderr where x = 0: what is multiplied by 0 is not in the equation
// The equations have no solution any more where their common factor has become 0.
model FailSingularFactor
  Real x(start = 1, fixed = true);
  Real y;
  Real z;
equation
  when time > 0.5 then
    x = 0;
  end when;
  x*y + x*z = 1;
  x*y - x*z = 2;
end FailSingularFactor;
