//! run --stop 1
//! final x = 1 within 1e-12
//! final y = 1 within 1e-12
//! final z = 3 within 1e-12
//! final w = 2 within 1e-12
model ConstantSide "A constant on the left side of equations that determine what stands on the right"
  constant Real c[2] = {1, 2};
  parameter Real p = 3, q(fixed = false);
  Real x, y, z, w = q;
initial equation
  c[2] = q;
equation
  c[1] = x;
  c[2] = y + x;
  p = z;
end ConstantSide;
