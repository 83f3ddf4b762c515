//! run --stop 2 --intervals 10
//! run --stop 2 --intervals 10 --method ida
//! expect v["u[1]"] = 12*(1 + t)/2 within 1e-9
//! expect v["u[5]"] = 5*8*(1 + t)/2 within 1e-9
//! expect v["u[12]"] = 12*(1 + t)/2 within 1e-9
model LinearMedium "-u'' = f on 12 points: u[i] = i (13 - i)/2 f exactly"
  parameter Integer n = 12;
  Real u[n], f = 1 + time;
equation
  2*u[1] - u[2] = f;
  for i in 2:n - 1 loop
    -u[i - 1] + 2*u[i] - u[i + 1] = f;
  end for;
  2*u[n] - u[n - 1] = f;
end LinearMedium;
