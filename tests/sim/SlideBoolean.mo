//! run --stop 100
//! run --stop 100 --method bdf
//! stderr T < Tset
//! stderr while it is true der(T) = 4, while it is false -1, by 100*der(T) = Q - 5*(T - 273)
//! stderr give the condition a hysteresis
//! expect T = T if t < 4 else 293 within 0.02
model SlideBoolean "A thermostat without hysteresis: the derivative asks for a Boolean, not for the relation"
  parameter Real Tset = 293;
  Real T(start = 280, fixed = true);
  Boolean on;
  Real Q;
equation
  on = T < Tset;
  Q = if on then 500 else 0;
  100*der(T) = Q - 5*(T - 273);
end SlideBoolean;
