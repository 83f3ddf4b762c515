//! run --stop 2
//! expect v["x"] = max(0, t - 1) within 1e-6
//! expect v["y"] = 0 within 1e-6
//! expect v["z"] = t - 1 within 1e-9
model RootsAtZero "Solutions that are 0, simple and multiple, are no poles"
  Real x(start = 0.1), y(start = 0.3), z(start = 0.5);
equation
  x*(x + 1) = max(0, time - 1)*time;
  y^3 + y^5 = 0;
  sinh(z) + z^3 = sinh(time - 1) + (time - 1)^3;
end RootsAtZero;
