//! run --stop 1 --tolerance 1e-9
//! run --stop 1 --tolerance 1e-9 --method ida
//! expect min(abs(x - 5*exp(-t)) + (t > 0.5), abs(x - 5*exp(0.5 - t)) + (t < 0.5)) = 0 within 1e-7
//! expect y - x = 0 within 1e-7
//! expect z - 1 = 0 within 0
model ReinitAtStart "when initial(): of equations and of algorithms; pre(x) is the value before"
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
  discrete Real z;
equation
  der(x) = -x;
  der(y) = -y;
  when {initial(), time >= 0.5} then
    reinit(x, 5);
  end when;
  when initial() then
    z = pre(x);
  end when;
algorithm
  when {initial(), time >= 0.5} then
    reinit(y, 5);
  end when;
end ReinitAtStart;
