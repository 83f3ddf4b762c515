model M "The density under the root stands on the wrong side"
  parameter Real A(unit = "m2") = 1e-4, rho(unit = "kg/m3") = 1000, cd = 0.6;
  Real dp(unit = "Pa") = 1e5*(1 + time), q(unit = "m3/s"), r(unit = "m3/s");
equation
  q = cd*A*sqrt(2*dp*rho);
  r = cd*A*sqrt(2*dp/rho) "right";
end M;
