// A function with an error, met first in a branch that is not taken: told at its place when the function is used again.
model Again
  function f
    input Integer n = 2;
    output Real y;
  protected
    tmp x[3] = ones(3);
  algorithm
    y := n;
  end f;
  Real tmp;
algorithm
  tmp := if scalar({false}) then 1.0*f() else 2;
  tmp := 1.0*f();
end Again;
