//! run --stop 1
//! status 3
//! stderr (`(v + i*Rs)/(n*Vt)` is 1487.87)
//! stderr it is divided by `Vt*n`, which is 3.3605e-05: is a parameter there given in another unit?
model FailExpDivisor
  parameter Real Iph = 5, I0 = 1e-9, Vt = 25.85e-6, Rs = 0.01, n = 1.3;
  Real v, i(start = 5);
equation
  v = 0.7*time;
  i = Iph - I0*(exp((v + i*Rs)/(n*Vt)) - 1);
end FailExpDivisor;
