//! run --stop 4 --tolerance 1e-8
//! run --stop 4 --tolerance 1e-8 --method bdf
//! run --stop 4 --tolerance 1e-8 --method sdirk
//! run --stop 4 --tolerance 1e-8 --method radau
//! run --stop 4 --tolerance 1e-8 --method rk45
//! run --stop 4 --tolerance 1e-8 --method rk8
//! run --stop 4 --tolerance 1e-8 --method cvode
//! run --stop 4 --tolerance 1e-8 --method ida
//! expect v["h"] = (1 - t/2)**2 if t < 2 else 0 if t < 3 else 0.5*(t - 3) within 2e-6
//! final  h = 0.5 within 2e-6
model TankRunsEmpty "Outflow that has no value beyond the end of the condition it is guarded by: running empty is an event; then it is filled"
  Real h(start = 1, fixed = true);
equation
  der(h) = (if time > 3 then 0.5 else 0) - (if h > 0 and time < 3 then sqrt(h) else 0);
end TankRunsEmpty;
