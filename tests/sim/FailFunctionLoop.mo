//! run --stop 2
//! status 3
//! stderr logarithm of a number that is not positive (`2 - i*u` is
//! stderr in `FailFunctionLoop.inside` (
//! stderr called by `FailFunctionLoop.around` (
//! stderr called in y = around(time) (
model FailFunctionLoop "A fault in the third turn of a loop, two calls deep"
  function inside
    input Real u;
    output Real y;
  algorithm
    y := 0;
    for i in 1:3 loop
      y := y + log(2 - i*u);
    end for;
  end inside;
  function around
    input Real u;
    output Real y;
  algorithm
    y := 1;
    while y < 4 loop
      y := y + 1 + 0*inside(u);
    end while;
  end around;
  Real y, x(start = 0, fixed = true);
equation
  y = around(time);
  der(x) = y;
end FailFunctionLoop;
