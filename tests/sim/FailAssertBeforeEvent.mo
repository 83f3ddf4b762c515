//! run --stop 1 --intervals 1
//! run --stop 1 --intervals 3
//! run --stop 1 --intervals 1 --method cvode
//! run --stop 1 --intervals 1 --method sdirk
//! status 3
//! stderr at time 0.85: assertion failed: s is early
model FailAssertBeforeEvent "An assertion that fails before an event is told with the values it has there, not with those after the event"
  Real x(start = 1, fixed = true);
  String s = if time <= 0.9 then "early" else "late";
equation
  der(x) = 1;
  assert(x < 1.85, "s is " + s);
end FailAssertBeforeEvent;
