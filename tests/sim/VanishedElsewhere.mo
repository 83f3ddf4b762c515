//! run
//! final v["s[1]"] = 1 within 1e-9
//! final q = -3 within 0
model VanishedElsewhere "Products that vanish in start values, and negative numbers beside others: no matter of clocks or of units"
  parameter Real p(fixed = false);
  constant Integer n[2] = {3, 3};
  Real a[1, 2, 2] = {{{1.0, 1.0}, {1.0, 1.0}}};
  Real x[1, 2](start = {a[1, 1]} .* {zeros(2)}, each fixed = true);
  Real s[1] = x[:, 1], q = p;
initial algorithm
  p := (-n[end])*1.0;
equation
  der(x) = {{1.0, 1.0}};
end VanishedElsewhere;
