//! run --stop 1
//! status 3
//! stderr square root of a negative number (`ps - p` is
//! stderr with m*der(v) = p*A - Fload - 200*v (
//! stderr sign(z)*sqrt(abs(z)) for what turns round; or is a sign wrong in what moves it?
//! never nan
//! never has grown to
//! never 0 steps were accepted
model FailRootDriven
  parameter Real ps = 100e5, A = 1e-3, beta = 1.4e9, V0 = 2e-4, Kv = 2e-8, m = 50;
  Real p(start = 50e5, fixed = true), x(start = 0.1, fixed = true), v(start = 0, fixed = true);
  Real q, Fload;
equation
  Fload = if time < 0.2 then 5000 else 25000;
  q = Kv*sqrt(ps - p);
  (V0 + A*x)/beta*der(p) = q - A*v;
  m*der(v) = p*A - Fload - 200*v;
  der(x) = v;
end FailRootDriven;
