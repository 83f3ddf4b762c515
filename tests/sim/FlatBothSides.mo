//! run --stop 2
//! run --stop 2 --method bdf
//! run --stop 2 --method sdirk
//! run --stop 2 --method radau
//! expect y = acos(1 - t/10) within 1e-6
//! stderr singular
model FlatBothSides "From a point without slope with solutions on both sides a run takes the upper one"
  Real y(start = 0);
  Real z(start = 0, fixed = true);
equation
  cos(y) = 1 - time/10;
  der(z) = y;
end FlatBothSides;
