//! run --stop 1
//! expect x = 3 within 1e-12
//! expect y = 4 + t within 1e-12
model UnknownCondition "What depends on a value that translation does not know is not decided"
  impure function read "the 2 that is known at run time only"
    output Real y;
  algorithm
    y := 2;
  end read;
  parameter Real p(fixed = false);
  parameter Real q = p - 1;
  parameter Boolean big = q > 0.5;
  parameter Boolean small = not big and p < 10;
  parameter Real r = read();
  parameter Boolean high = abs(r) > 1;
  Real x, y;
initial equation
  p = 2;
equation
  x = if small then time else 3;
  if high then
    y = 4 + time;
  else
    y = 0;
  end if;
end UnknownCondition;
