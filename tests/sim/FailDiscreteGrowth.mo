//! run
//! status 3
//! stderr the result is too large for a number; the operand (`pre(y)` is 1.66085e+308) in y = -k*pre(y)
//! stderr each event makes it from its value before
model FailDiscreteGrowth "An unstable recursion, shown as it is written"
  parameter Real k = 3;
  discrete Real y(start = 1, fixed = true);
equation
  when sample(0, 0.001) then
    y = -k*pre(y);
  end when;
end FailDiscreteGrowth;
