//! run --method cvode
//! run --method ida
//! status 3
//! stderr division by zero
//! stderr FailDivision.mo:
//! stderr 0.5
model FailDivision
  Real x(start = 1, fixed = true), y;
  discrete Real d(start = 1, fixed = true);
equation
  der(x) = -1;
  y = 1/d;
  when time > 0.5 then
    d = 0;
  end when;
end FailDivision;
