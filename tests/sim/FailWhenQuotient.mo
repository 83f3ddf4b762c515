//! run
//! status 3
//! stderr division by zero (`pre(n)` is 0) in mean = sum/pre(n) (
//! stderr FailWhenQuotient.mo:16)
//! stderr with sum = 0.0998334, pre(n) = 0
//! stderr `n` starts with 0 (
//! stderr FailWhenQuotient.mo:12): choose a start value for which `pre(n)` is not 0
//! never pre(mean)
model FailWhenQuotient "The mean of no values: what `pre` was at the event, not after it"
  Real x = sin(time);
  discrete Real sum(start = 0, fixed = true), mean(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(0.1, 0.1) then
    sum = pre(sum) + x;
    mean = sum/pre(n);
    n = pre(n) + 1;
  end when;
end FailWhenQuotient;
