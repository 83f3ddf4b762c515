//! run
//! stderr time >= pre(next) (
//! stderr stays true after its first event, and no other one comes: next = 0.1 never changes by next = pre(next) + dt (
//! stderr the parameter `dt` is 0 (
//! never last
model WarnStandingTime "A period of 0; a width is one that stays true rightly"
  parameter Real dt = 0;
  discrete Real next(start = 0.1, fixed = true), last(start = 0, fixed = true), y(start = 0, fixed = true);
  Boolean over = time >= last + 0.5;
equation
  when time >= pre(next) then
    next = pre(next) + dt;
    y = sin(time);
  end when;
  when time >= 0.2 then
    last = pre(last) + 0.1;
  end when;
end WarnStandingTime;
