//! run --stop 3
//! run --stop 3 --method cvode
//! status 0
//! expect v["y"]*(1 - sin(t) + 1e-3) = 1 within 1e-4
//! expect v["z"]*(1 - sin(t)) = (1 - sin(t))**2 within 1e-5
model PoleVertexBounded "Divisors whose least value is small, or 0 together with what is divided: no pole"
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  y*(1 - sin(x) + 1e-3) = 1;
  z*(1 - sin(x)) = (1 - sin(time))^2;
end PoleVertexBounded;
