//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect x = t if t <= 1 else 1 + 2*(t - 1) if t <= 2 else 3 + 3*(t - 2) within 1e-7
//! expect y = 5*t within 1e-12
//! expect z = 7 within 0
model IfEquation "if with a condition in time, by a parameter, by a structural parameter"
  parameter Boolean second = true;
  parameter Integer kind = 3;
  Real x(start = 0, fixed = true), y, z;
equation
  if time < 1 then
    der(x) = 1;
  elseif time < 2 then
    der(x) = 2;
  else
    der(x) = 3;
  end if;
  if second then
    y = 5*time;
  else
    y = time;
  end if;
  if kind == 1 then
    z = 1;
  elseif kind == 3 then
    z = 7;
  else
    z = 8;
  end if;
end IfEquation;
