//! run --stop 3
//! stderr at time 0.894427 reinit sets x to 1, which it was already, where x >= xmax (
//! stderr that changes nothing, it goes on as before and is 11.25 at the end
//! stderr it changes with `v` = 7.5 and that by m*der(v) = F (
model WarnReinitNothing "A stop that sets the position and leaves the speed: sqrt(0.8) s, F*t^2/(2*m) at the end"
  parameter Real m = 2, F = 5, xmax = 1;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  m*der(v) = F;
  when x >= xmax then
    reinit(x, xmax);
  end when;
end WarnReinitNothing;
