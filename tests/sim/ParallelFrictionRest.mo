//! run --stop 1 --method cvode
//! run --stop 1 --method ida
//! run --stop 1 --method rk45
//! expect v["j.w"] = 0 within 1e-12
//! events state=0 time=0
model ParallelFrictionRest "At rest from the start: the matrix of IDA's steps is singular"
  import Kron.Rotational.*;
  Inertia j(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  BearingFriction a(tau_c = 1), b(tau_c = 2);
equation
  connect(j.b, a.a);
  connect(a.b, b.a);
end ParallelFrictionRest;
