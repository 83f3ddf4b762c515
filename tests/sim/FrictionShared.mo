//! run --stop 0.47
//! run --stop 0.47 --method cvode
//! run --stop 0.47 --method bdf
//! expect w = ((10/pi*(1 - cos(2*pi*t)) - 4*t + 0.625*t**2)/2.375 if t < 0.06387952208 else 0 if t < 0.23037401588 else (5/(2*pi)*(cos(2*pi*0.23037401588) - cos(2*pi*t)) - 5.25*(t - 0.23037401588) + 0.625*(t**2 - 0.23037401588**2))/0.875 if t < 0.3084521189 else 0) within 1e-5
package FrictionParts
  model Bearing
    parameter Real limit = 0.5;
    Real w, a, f, sa;
    Integer mode(start = 0, fixed = true);
    Boolean forward(start = false, fixed = true), backward(start = false, fixed = true), locked;
  equation
    forward = pre(mode) == 0 and (sa > limit or pre(forward) and sa > limit);
    backward = pre(mode) == 0 and (sa < -limit or pre(backward) and sa < -limit);
    locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    a = if locked then 0 else if forward or pre(mode) == 1 then sa - limit else sa + limit;
    f = if locked then sa else if forward or pre(mode) == 1 then limit else -limit;
    mode = if (pre(mode) == 1 or forward) and w > 0 then 1 else if (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  end Bearing;
  model Gear "Its losses are half of the torque that drives it, all of it the other way round"
    Real w, a, f, sa, drive, most, least;
    Integer mode(start = 0, fixed = true);
    Boolean forward, backward, locked;
  equation
    most = if noEvent(drive > 0) then 0.5*drive else -drive;
    least = if noEvent(drive > 0) then -drive else 0.5*drive;
    forward = pre(mode) == 0 and sa > most;
    backward = pre(mode) == 0 and sa < least;
    locked = not (pre(mode) == 1 or forward or pre(mode) == -1 or backward);
    a = if locked then 0 else sa - f;
    f = if locked then sa else if forward or pre(mode) == 1 then most else least;
    mode = if (pre(mode) == 1 or forward) and w > 0 then 1 else if (pre(mode) == -1 or backward) and w < 0 then -1 else 0;
  end Gear;
end FrictionParts;
model FrictionShared "Two friction elements hold one shaft: how they share the torque is open, the motion is not"
  FrictionParts.Bearing bearing;
  FrictionParts.Gear gear;
  Real w(start = 0, fixed = true);
  Real u = 10*sin(2*3.14159265358979*time), load = 5 - 1.25*time;
equation
  bearing.w = w;
  gear.w = w;
  bearing.a = der(w);
  gear.a = der(w);
  gear.drive = u - bearing.f - der(w);
  0.375*der(w) = gear.drive - gear.f - load;
end FrictionShared;
