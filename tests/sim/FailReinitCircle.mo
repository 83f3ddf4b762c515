//! run --stop 3
//! status 3
//! stderr choose new values for which no other `when` becomes true
// Each new value makes the other condition true.
model FailReinitCircle
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x >= 1 then
    reinit(x, -1.5);
  end when;
  when x <= -1 then
    reinit(x, 1.5);
  end when;
end FailReinitCircle;
