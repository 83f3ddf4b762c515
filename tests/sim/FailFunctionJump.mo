//! run --stop 2
//! run --stop 2 --method sdirk
//! status 3
//! stderr `x > 0` in the function `FailFunctionJump.f` (
//! stderr called in der(x) = f(x) (
//! stderr makes no event
model FailFunctionJump
  function f input Real u; output Real y; algorithm
    if u > 0 then y := -1000; else y := 1000; end if;
  end f;
  Real x(start = 0.5, fixed = true);
equation
  der(x) = f(x);
end FailFunctionJump;
