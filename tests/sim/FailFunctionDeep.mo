//! run --stop 2
//! run --stop 2 --method cvode
//! status 3
//! stderr square root of a negative number (`1 - u` is
//! stderr in `FailFunctionDeep.g` (
//! stderr called in y = f(time) (
model FailFunctionDeep
  function g input Real u; output Real y; algorithm
    y := sqrt(1 - u);
  end g;
  function f input Real u; output Real y; algorithm
    y := 2*g(u);
  end f;
  Real y, x(start = 0, fixed = true);
equation
  y = f(time); der(x) = y;
end FailFunctionDeep;
