//! run --vars *
//! expect y = 2*t within 1e-12
//! expect same = 1 within 0
//! expect early = 1 within 0
//! expect digits = 1 within 0
model Strings "String parameters choose, are compared and joined"
  parameter String law = "fast";
  parameter String name = "a" + String(12) + "b" + String(true);
  parameter Boolean same = name == "a12btrue";
  parameter Boolean digits = String(24, significantDigits = 1) == "2e+01";
  function factor
    input String s;
    output Real y;
  algorithm
    y := if s == "fast" then 2 elseif s == "slow" then 1 else 0;
  end factor;
  Real y = factor(law)*time;
  Boolean early = "abc" < "abd";
equation
  assert(same, "name is " + name);
end Strings;
