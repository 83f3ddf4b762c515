// Sizes that become negative in a function are errors, not empty arrays.
//! run --set which=1
//! run --set which=2
//! run --set which=3
//! status 3
//! stderr is negative (
//! stderr called in y = f(which, integer(time - 3))
model FailNegativeSize
  function local
    input Integer n;
    output Real r;
  protected
    Real w[n];
  algorithm
    r := sum(w);
  end local;
  function f
    input Integer which;
    input Integer n;
    output Real r;
  algorithm
    r := if which == 1 then local(n)
         elseif which == 2 then sum(fill(1.0, 2, n))
         elseif which == 3 then sum(identity(n))
         elseif n > 0 then sum(ones(n)) else 7;
  end f;
  parameter Integer which = 4;
  Real y = f(which, integer(time - 3));
end FailNegativeSize;
