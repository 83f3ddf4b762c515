//! run --stop 1
//! final time = 0.7 within 1e-6
//! status 3
//! stderr u is too large
//! stderr called in FailAssertEffect.check(x) (
//! never algorithm for
// A function that is called for its effect is shown as it is called.
model FailAssertEffect
  function check
    input Real u;
  algorithm
    assert(u < 0.7, "u is too large");
  end check;
  Real x = time;
equation
  check(x);
end FailAssertEffect;
