//! run --stop 2
//! status 3
//! stderr assertion failed: u too large (
//! stderr called in y = f(time) (
model FailAssertChain
  function g input Real u; output Real y; algorithm
    assert(u < 0.5, "u too large");
    y := sqrt(1 - u);
  end g;
  function f input Real u; output Real y; algorithm
    y := 2*g(u);
  end f;
  Real y, x(start = 0, fixed = true);
equation
  y = f(time); der(x) = y;
end FailAssertChain;
