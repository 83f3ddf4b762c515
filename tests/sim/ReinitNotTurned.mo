//! run --stop 5
//! stderr reinit sets the speed v from -4.4294
//! stderr where h < 0
//! stderr ReinitNotTurned.mo:
//! stderr it does not turn round, and h goes on beyond that
//! stderr if a body is to bounce, the new speed needs the opposite sign, as in -e*pre(v)
model ReinitNotTurned "A ball whose rebound has lost its sign"
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, e*pre(v));
  end when;
end ReinitNotTurned;
