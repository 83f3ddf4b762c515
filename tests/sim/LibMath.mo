//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["add.y"] = 2*sin(t) - 3*t within 1e-9
//! expect v["sum.y"] = sin(t) + 2*t + 3 within 1e-9
//! expect v["product.y"] = t*sin(t) within 1e-9
//! expect v["division.y"] = sin(t)/(1 + t) within 1e-9
//! expect v["gain.y"] = -4*sin(t) within 1e-9
//! expect v["absolute.y"] = abs(sin(t)) within 1e-9
//! expect v["root.y"] = sqrt(t) within 1e-9
//! expect v["greater.y"] = max(sin(t), 0.5) within 1e-9
//! expect v["less.y"] = min(sin(t), 0.5) within 1e-9
model LibMath "Arithmetic of signals"
  import Kron.Blocks.Math.*;
  Real x = sin(time);
  Add add(k1 = 2, k2 = -3, u1 = x, u2 = time);
  Sum sum(n = 3, k = {1, 2, 3}, u = {x, time, 1});
  Product product(u1 = time, u2 = x);
  Division division(u1 = x, u2 = 1 + time);
  Gain gain(k = -4, u = x);
  Abs absolute(u = x);
  Sqrt root(u = time);
  Max greater(u1 = x, u2 = 0.5);
  Min less(u1 = x, u2 = 0.5);
  annotation(experiment(StopTime = 5));
end LibMath;
