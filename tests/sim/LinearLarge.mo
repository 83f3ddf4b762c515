//! run --stop 2 --intervals 4
//! run --stop 2 --intervals 4 --method ida
//! expect v["u[1,1]"] = sin(pi/21)**2*(1 + t)/(8*sin(pi/42)**2) within 1e-9
//! expect v["u[10,3]"] = sin(10*pi/21)*sin(3*pi/21)*(1 + t)/(8*sin(pi/42)**2) within 1e-9
//! expect v["u[20,20]"] = sin(20*pi/21)**2*(1 + t)/(8*sin(pi/42)**2) within 1e-9
model LinearLarge "The plate: 400 equations; the first mode of the five-point stencil is known"
  constant Real pi = 2*asin(1.0);
  parameter Integer n = 20;
  Real u[n, n];
equation
  for i in 1:n, j in 1:n loop
    4*u[i, j] - (if i > 1 then u[i - 1, j] else 0) - (if i < n then u[i + 1, j] else 0)
              - (if j > 1 then u[i, j - 1] else 0) - (if j < n then u[i, j + 1] else 0)
      = (1 + time)*sin(pi*i/(n + 1))*sin(pi*j/(n + 1));
  end for;
end LinearLarge;
