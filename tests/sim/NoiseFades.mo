//! run --stop 40 --tolerance 1e-8 --method bdf
//! expect late = 0 within 1e-6
// At first x follows from the difference of large numbers, with rounding errors of 0.1; when these have faded away it
// is as accurate as it is asked to be.
model NoiseFades
  Real y(start = 1e15, fixed = true), x(start = 0, fixed = true);
  Real a = sqrt((y + 20 + 10*cos(10*time))^2), late = noEvent(if time > 20 then x - sin(10*time) else 0);
equation
  der(y) = -5*y;
  der(x) = a - y - 20 - 50*(x - sin(10*time));
end NoiseFades;
