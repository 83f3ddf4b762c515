//! run --stop 1
//! expect x = 1 + 2*t within 1e-8
//! expect y = 2 within 1e-8
//! expect z = 1 + 2*t within 1e-8
model ConditionFree "Branches with other derivatives, chosen by a parameter that initial equations determine"
  Real x(start = 1, fixed = true), y, z;
  parameter Boolean p(fixed = false), q(fixed = false);
  parameter Integer n(fixed = false);
initial equation
  n = integer(x + 2.5);
  p = n > 2;
initial algorithm
  q := n > 4;
equation
  der(x) = 2;
  if p then
    y = der(x);
  else
    y = x;
  end if;
  if q then
    z = der(x);
  elseif p then
    z = x;
  else
    z = 7;
  end if;
end ConditionFree;
