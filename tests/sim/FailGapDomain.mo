//! run --stop 1
//! status 3
//! stderr f(x) = p*0.1 (
//! stderr residual 0.05
//! stderr larger p (it is 0.5, about 1 is enough)
model FailGapDomain "(x - 1)^2 + 0.1 = 0.1*p has a solution from p = 1 on; f ends just below the least residual"
  function f
    input Real x;
    output Real y;
  algorithm
    assert(x > 1 - 1e-7, "too small");
    y := (x - 1)^2 + 0.1;
  end f;
  parameter Real p = 0.5;
  Real x(start = 3);
equation
  f(x) = p*0.1;
end FailGapDomain;
