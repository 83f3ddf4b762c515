//! run --stop 20
//! stderr time > tOn (
//! stderr tOn = 5000 is 250 times the end of the run; is it given in another unit
//! never tLater
//! never tNever
model WhenLate "An instant in ms; one a little behind the end, and one that is never meant to come, are not told"
  parameter Real tOn = 5000, tLater = 30, tNever = 1e60;
  Boolean on(start = false, fixed = true);
  Real T(start = 20, fixed = true), u = if time < tLater then 0 else if time < tNever then 1 else 2;
equation
  when time > tOn then
    on = true;
  end when;
  der(T) = if on then 2 else u;
end WhenLate;
