//! run --stop 10
//! stderr x >= 1 (
//! stderr about 1e+07 until time 10; is that meant?
//! stderr it changes by der(x) = k (
//! stderr where k = 1e+06
model WarnManyTeeth "What moves a state from event to event is named"
  parameter Real k = 1e6;
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
  when x >= 1 then
    reinit(x, 0);
  end when;
  when time > 0.011 then
    terminate("enough");
  end when;
end WarnManyTeeth;
