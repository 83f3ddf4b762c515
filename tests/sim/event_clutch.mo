//! run --stop 6 --tolerance 1e-10 --method cvode
//! run --stop 6 --tolerance 1e-10 --method ida --intervals 7
//! run --stop 6 --tolerance 1e-10 --method rk45
//! run --stop 6 --tolerance 1e-10 --method auto --intervals 1
//! expect te = (0, 1 + 11/12.5, 4)[round(n)] within 1e-8
//! expect 3*wm = 10 + t within 1e-8
//! final n = 2 within 0
//! final w1 = 11 - 8*11/12.5 + (3 - 11/12.5)/3 + 2 within 1e-8
//! final w2 = 4.5*11/12.5 + (3 - 11/12.5)/3 within 1e-8
model event_clutch "Closes at 1, slips until the speeds are equal, is locked until it opens at 4"
  parameter Real J1 = 1, J2 = 2, slip = 9, drive = 1;
  Real w1(start = 10, fixed = true), w2(start = 0, fixed = true), torque;
  Real wm = (J1*w1 + J2*w2)/3 "mean speed: momentum grows by the drive alone";
  Boolean closed, locked(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real te(start = 0, fixed = true);
equation
  closed = time >= 1 and time < 4;
  J1*der(w1) = drive - torque;
  J2*der(w2) = torque;
  locked = closed and (pre(locked) or w1 <= w2);
  torque = if locked then drive*J2/(J1 + J2) elseif closed then slip else 0;
  when change(locked) then
    n = pre(n) + 1;
    te = time;
  end when;
end event_clutch;
