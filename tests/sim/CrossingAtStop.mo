// A crossing that falls on the stop time, so that rounding decides on which side of it it is found, is after
// the stop by every method; what time alone decides happens at the stop.
//! run --method bdf
//! run --method sdirk
//! run --method radau
//! run --method rk45
//! run --method rk8
//! run --method cvode
//! run --method ida
//! run --method auto --intervals 7
//! run --method bdf --tolerance 1e-9
//! run --method sdirk --tolerance 1e-9
//! final y = 1 within 1e-9
//! final n = 4 within 0
//! final high = 0 within 0
//! final steps = 4 within 0
//! final whole = 5 within 0
model CrossingAtStop
  Real y(start = 0, fixed = true), ramp(start = 0, fixed = true);
  Integer n(start = 0, fixed = true), steps, whole;
  Real high;
equation
  der(y) = 1;
  der(ramp) = 1.0/3;
  when y >= 1 then
    reinit(y, 0);
    n = pre(n) + 1;
  end when;
  high = if 3*ramp >= 5 then 1 else 0;
  steps = integer(3*ramp);
  whole = integer(time);
  annotation(experiment(StopTime = 5));
end CrossingAtStop;
