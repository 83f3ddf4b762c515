//! run --stop 1
//! expect y = 2 + t within 1e-9
model HomotopyUnsolvable "A simplified problem without solution does no harm"
  Real y(start = 1.5);
equation
  homotopy(actual = y^3, simplified = 0*y) = (2 + time)^3;
end HomotopyUnsolvable;
