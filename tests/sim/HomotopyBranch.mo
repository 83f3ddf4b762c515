//! run --stop 1
//! run --stop 1 --method ida
//! expect x = 100 within 1e-9
model HomotopyBranch "The simplified problem leads to one of many solutions"
  Real x(start = 0);
equation
  0 = homotopy(sin(x)*(x - 100), x - 100);
end HomotopyBranch;
