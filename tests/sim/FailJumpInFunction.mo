//! run
//! status 3
//! stderr the run would not end
//! stderr `x > 0.5` in the function `rate`
// The solution is driven back to a jump that makes no event: the steps there never become longer.
function rate
  input Real x;
  output Real r;
algorithm
  if x > 0.5 then
    r := -1000;
  else
    r := 1;
  end if;
end rate;
model FailJumpInFunction
  Real x(start = 0, fixed = true);
equation
  der(x) = rate(x);
end FailJumpInFunction;
