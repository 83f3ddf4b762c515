//! run --stop 6.5 --tolerance 1e-9
//! run --stop 6.5 --tolerance 1e-9 --method ida
//! expect a = abs(sin(t)) within 1e-12
//! expect b = abs(sin(t)) within 1e-12
//! expect x = 2*floor(t/pi) + 1 - cos(t - pi*floor(t/pi)) within 1e-5
//! events state=0 time=0
model NoEvent "Relations inside noEvent and smooth make no events"
  Real x(start = 0, fixed = true);
  Real a = noEvent(abs(sin(time)));
  Real b = noEvent(if sin(time) > 0 then sin(time) else -sin(time));
equation
  der(x) = a;
end NoEvent;
