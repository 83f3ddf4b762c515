//! run --stop 5
//! status 3
//! stderr x < 0 (
//! stderr each time reinit sets x to 0, and v = -4.42945 drives it back at once: let reinit change what moves it too
//! never hysteresis
model FailPutBack
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -9.81;
  when x < 0 then
    reinit(x, 0);
  end when;
  assert(x > -5, "through the floor");
end FailPutBack;
