//! run --stop 2
//! status 3
//! stderr at time 0.5: mean has no value by mean := sum/n (
model FailMeanBefore "A mean that is taken before its number is counted: 0/0 at the first sample"
  discrete Real sum(start = 0, fixed = true), mean(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when sample(0.5, 0.5) then
    mean := sum/n;
    n := pre(n) + 1;
    sum := pre(sum) + time;
  end when;
end FailMeanBefore;
