//! run --stop 10
//! status 3
//! stderr at time 5: assertion failed: the subscript `k` of `tab` is outside 1 .. 5
model SubscriptNamed
  parameter Real tab[5] = {1, 1.5, 2, 2.2, 2.3};
  Integer k(start = 1, fixed = true);
  Real x(start = 1, fixed = true);
equation
  k = integer(time) + 1;
  der(x) = -tab[k]*x;
end SubscriptNamed;
