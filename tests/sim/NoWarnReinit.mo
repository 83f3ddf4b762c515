//! run --stop 3
//! quiet
//! final x = 1 within 1e-6
model NoWarnReinit "The same with the speed: position and speed are set"
  parameter Real m = 2, F = 5, xmax = 1;
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Boolean free(start = true, fixed = true);
equation
  der(x) = v;
  m*der(v) = if free then F else 0;
  when x >= xmax then
    free = false;
    reinit(x, xmax);
    reinit(v, 0);
  end when;
end NoWarnReinit;
