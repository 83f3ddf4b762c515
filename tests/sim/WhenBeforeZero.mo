//! run --start -1 --stop 1
//! quiet
//! final x = 6 within 1e-6
model WhenBeforeZero "A run that begins before 0 has the event at 0"
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0 then
    reinit(x, 5);
  end when;
end WhenBeforeZero;
