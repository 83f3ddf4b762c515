//! run --stop 1 --intervals 4
//! run --stop 1 --intervals 4 --method ida
//! expect v["u[1]"] = 1500*(1 + t)/2 within 1e-7
//! expect v["u[750]"] = 750*751*(1 + t)/2 within 1e-7
//! expect v["u[1500]"] = 1500*(1 + t)/2 within 1e-7
model LinearLong "1500 equations in a chain: shooting along it would lose all digits"
  parameter Integer n = 1500;
  Real u[n](each nominal = 1e5), f = 1 + time;
equation
  2*u[1] - u[2] = f;
  for i in 2:n - 1 loop
    -u[i - 1] + 2*u[i] - u[i + 1] = f;
  end for;
  2*u[n] - u[n - 1] = f;
end LinearLong;
