//! run --stop 3 --tolerance 1e-8 --method cvode
//! run --stop 3 --tolerance 1e-8 --method ida
//! run --stop 3 --tolerance 1e-8 --method rk45
//! expect v["j.w"] = max(0, 5 - 3*t) within 1e-6
//! final v["j.phi"] = 25/6 within 1e-6
//! events state=2 time=0
//! stderr linear equations do not determine 
model ParallelFriction
  "Two dry frictions stop an inertia; afterwards their shares are not determined, the motion is"
  import Kron.Rotational.*;
  Inertia j(J = 1, phi(start = 0, fixed = true), w(start = 5, fixed = true));
  BearingFriction a(tau_c = 1), b(tau_c = 2);
equation
  connect(j.b, a.a);
  connect(a.b, b.a);
end ParallelFriction;
