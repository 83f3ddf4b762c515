//! run
//! status 3
//! stderr `p_tank` is 101962 by p_tank = p0 + rho*g*h (
//! stderr is `p_supply` given in another unit?
//! never the parameter `rho`
model FailScales "A pressure in bar among pressures in Pa; factors that are as they should be are not blamed"
  parameter Real p_supply = 3, p0 = 1e5, rho = 1000, A = 1e-4, Area = 0.5, g = 9.81;
  Real h(start = 0.2, fixed = true), p_tank, v, q;
equation
  p_tank = p0 + rho*g*h;
  v = sqrt(2*(p_supply - p_tank)/rho);
  q = A*v;
  Area*der(h) = q;
end FailScales;
