//! status 3
//! stderr `FailLoop.endless`
//! stderr FailLoop.mo:
model FailLoop
  function endless
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then endless(x + 1) else 0;
  end endless;
  Real y = endless(time);
end FailLoop;
