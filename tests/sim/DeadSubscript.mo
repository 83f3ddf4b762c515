//! run --stop 1
//! expect y = t within 1e-12
//! expect z = 1 within 1e-12
//! expect w = 2 within 1e-12
model DeadSubscript "Elements that are not there matter only where they are used"
  function last
    input Real a[2];
    input Boolean third;
    output Real y;
  algorithm
    if third then
      y := a[3];
    else
      y := a[2];
    end if;
  end last;
  parameter Integer n = 2;
  parameter Boolean more = false;
  Real a[n] = {time, 2}, y, z, w, u = if more then a[5] else 1;
algorithm
  y := a[1];
  if n >= 3 then
    y := a[3];
  elseif more then
    y := a[4] + a[0];
  end if;
  if time > 5 then
    y := a[7];
  end if;
equation
  if more then
    z = a[5];
  else
    z = 1;
  end if;
  w = last(a, time > 5);
end DeadSubscript;
