//! run --stop 1
//! status 3
//! stderr the input `x` of `FailEmptyInput.sum2` has elements, but this is empty
//! stderr is not finite
model FailEmptyInput "An empty array is given for an input whose elements are used"
  function sum2
    input Real t;
    input Real x[2];
    output Real y;
  algorithm
    y := t + x[1] + x[2];
  end sum2;
  Real y = sum2(time, fill(0, 0));
end FailEmptyInput;
