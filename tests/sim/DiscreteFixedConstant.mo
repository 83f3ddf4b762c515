//! run --stop 1
//! expect b = 0 within 0
//! expect n = 3 within 0
//! final x = 1 within 1e-6
model DiscreteFixedConstant "the fixed start value of a discrete variable is that of pre() (specification, 8.6)"
  parameter Boolean open = true;
  Boolean b(start = true, fixed = true);
  Integer n(start = 1, fixed = true) = 3;
  Real x(start = 0, fixed = true);
equation
  if open then
    b = false;
  else
    b = pre(b) and x < 1;
  end if;
  der(x) = if b then 2 else 1;
end DiscreteFixedConstant;
