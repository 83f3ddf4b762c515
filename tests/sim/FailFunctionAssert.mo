//! run --method cvode
//! run --method ida
//! status 3
//! stderr root of a negative number: true
model FailFunctionAssert
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x >= 0, "root of a negative number: " + String(x < 0));
    y := sqrt(x);
  end root;
  Real x(start = 1, fixed = true), y = root(x);
equation
  der(x) = -2;
end FailFunctionAssert;
