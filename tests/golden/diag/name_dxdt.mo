model Dxdt
  Real x(start = 1, fixed = true);
equation
  dx/dt = -x;
end Dxdt;
