//! run --stop 3 --tolerance 1e-9
//! run --stop 3 --tolerance 1e-9 --method ida
//! final  n = 2 within 0
//! final  stamps = 3 within 1e-9
//! final  begin = 0 within 0
//! expect x = min(t, 1) + max(0, t - 1)*3 within 1e-8
//! events time=2 state=0
model TimeEvents "Relations of time and parameters are time events"
  parameter Real T1 = 1, T2 = 2;
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real stamps(start = 0, fixed = true), begin(start = 7, fixed = true);
equation
  der(x) = if time < T1 then 1 else 3;
  when time >= T1 then
    n = pre(n) + 1;
    stamps = pre(stamps) + time;
  elsewhen time >= T2 then
    n = pre(n) + 1;
    stamps = pre(stamps) + time;
  end when;
  when initial() then
    begin = time;
  end when;
end TimeEvents;
