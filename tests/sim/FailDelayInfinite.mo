//! run --stop 60
//! status 3
//! stderr the time of a delay is inf: it must be a finite number (
//! stderr `v` is 0 by v = if time < 5 then 0 else 1.5 (
model FailDelayInfinite "Belt with transport delay"
  parameter Real L = 12;
  Real v "belt speed";
  Real qin, qout;
  Real m(start = 0, fixed = true);
equation
  v = if time < 5 then 0 else 1.5;
  qin = 1 + 0.2*sin(time);
  qout = delay(qin, L/v, 30);
  der(m) = qin - qout;
end FailDelayInfinite;
