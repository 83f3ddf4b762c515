//! run --stop 5 --tolerance 1e-9 --method cvode
//! run --stop 5 --tolerance 1e-9 --method ida
//! expect T = 0.5 + asin(sin(pi*t))/pi within 1e-7
//! final  switches = 5 within 0
//! final  on = 0 within 0
//! events time=0
model Hysteresis "A triangle between 0 and 1: the heater switches at 0.5, 1.5, 2.5, 3.5, 4.5 s"
  Real T(start = 0.5, fixed = true);
  Boolean on(start = true, fixed = true);
  Integer switches(start = 0, fixed = true);
equation
  der(T) = if on then 1 else -1;
  on = if pre(on) then T < 1 else T <= 0;
  when change(on) then
    switches = pre(switches) + 1;
  end when;
end Hysteresis;
