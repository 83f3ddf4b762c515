//! run --stop 10
//! stderr heat.y = 0 is at its limit in the whole run, for heat.u is beyond it and goes on, 
//! stderr never needs it, or is a set point in another unit than what it is compared with, or a sign wrong?
//! never used.y
model NoteLimitNever "A set point in degC for a temperature in K, and one in K"
  model Limiter
    parameter Real most = 5000, least = 0;
    Real u, y = if u > most then most elseif u < least then least else u;
  end Limiter;
  parameter Real goal = 60, right = 333;
  Limiter heat(u = 200*(goal - T + xi)), used(u = 200*(right - S));
  Real T(start = 293, fixed = true), S(start = 293, fixed = true), xi(start = 233, fixed = true);
equation
  1000*der(T) = heat.y - 20*(T - 293);
  der(xi) = (goal - T)/20;
  1000*der(S) = used.y - 20*(S - 293);
end NoteLimitNever;
