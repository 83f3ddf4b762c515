//! run --stop 0.2 --tolerance 1e-9 --method cvode
//! run --stop 0.2 --tolerance 1e-9 --method ida
//! expect v["u[1]"] = sin(pi/21)*exp(-4*21**2*sin(pi/42)**2*t) within 1e-7
//! expect v["u[10]"] = sin(10*pi/21)*exp(-4*21**2*sin(pi/42)**2*t) within 1e-7
//! expect v["u[20]"] = sin(20*pi/21)*exp(-4*21**2*sin(pi/42)**2*t) within 1e-7
model HeatRod "The first mode of the discrete Laplacian decays with its eigenvalue"
  constant Real pi = 2*asin(1.0);
  parameter Integer n = 20;
  parameter Real h = 1/(n + 1);
  Real u[n](start = {sin(pi*i*h) for i in 1:n}, each fixed = true);
equation
  der(u[1]) = (u[2] - 2*u[1])/h^2;
  for i in 2:n - 1 loop
    der(u[i]) = (u[i - 1] - 2*u[i] + u[i + 1])/h^2;
  end for;
  der(u[n]) = (u[n - 1] - 2*u[n])/h^2;
end HeatRod;
