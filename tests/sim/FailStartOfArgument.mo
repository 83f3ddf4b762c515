//! run
//! status 3
//! stderr called in f = friction(Re) (
//! stderr `Re` is 0 by Re = 1e5*m (
//! stderr `m` starts with 0 (
//! stderr FailStartOfArgument.mo:15)
model FailStartOfArgument "An assertion of a function at the start: the start value behind its argument"
  function friction
    input Real Re;
    output Real f;
  algorithm
    assert(Re > 0, "the Reynolds number must be positive");
    f := 0.316/Re^0.25;
  end friction;
  Real m(start = 0, fixed = true), Re, f;
equation
  Re = 1e5*m;
  f = friction(Re);
  der(m) = 1 - f*m;
end FailStartOfArgument;
