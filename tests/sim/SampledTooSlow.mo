//! run --stop 400
//! stderr u is held between events: if it controls, its sign is wrong or its samples come too seldom for this gain
model SampledTooSlow "x(k + 1) = (e - k(1 - e)) x(k), e = exp(-1): a factor of -2.8 in each period"
  parameter Real k = 5;
  Real x(start = 1, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = -x + u;
  when sample(0, 1) then
    u = -k*x;
  end when;
end SampledTooSlow;
