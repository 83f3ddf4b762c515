//! run --stop 1
//! status 3
//! stderr x is too large
model FailUnusedResult "a function that is called for what it checks: its result is not used"
  function checked
    input Real x;
    output Real y = 2*x;
  algorithm
    assert(x < 0.5, "x is too large");
  end checked;
  Real x = time;
equation
  checked(x);
end FailUnusedResult;
