//! run --stop 1
//! quiet
//! expect y = 7 if t > 0.51 else y within 1e-12
model SubscriptWhenIdle "Between its events nothing is asked of a subscript in a when clause"
  parameter Real a[2] = {5, 7};
  Integer k(start = 0, fixed = true);
  Real y(start = 0, fixed = true);
equation
  when time >= 0.25 then
    k = 2;
  end when;
  when time >= 0.5 then
    y = a[k];
  end when;
end SubscriptWhenIdle;
