// Specification 16.9: what is computed at ticks has no value before the first one.
model M
  parameter Real p(fixed = false);
  Real x(start = 1), y, z(start = 1), w;
initial equation
  p = y;
  w = 3;
equation
  when Clock(Clock(0.1), solverMethod = "ExplicitEuler") then
    der(x) = -x;
    y = 2*x;
  end when;
  when Clock(0.1) then
    z = previous(z) + 1;
    w = 2*z;
  end when;
end M;
