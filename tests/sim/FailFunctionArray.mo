//! run
//! status 3
//! stderr division by zero (`size(x, 1) - 1` is 0) in `FailFunctionArray.variance` (
//! stderr called in s2 = variance(noise) (
model FailFunctionArray "The operation without a result in a function of arrays"
  function variance
    input Real x[:];
    output Real s2;
  protected
    Real m = sum(x)/size(x, 1);
  algorithm
    s2 := sum((x[i] - m)^2 for i in 1:size(x, 1))/(size(x, 1) - 1);
  end variance;
  parameter Integer n = 1;
  Real noise[n] = {sin(100*i*time) for i in 1:n};
  Real s2 = variance(noise);
end FailFunctionArray;
