// der(x) = x^2: the solution 1/(1 - t) ends at 1
//! run --stop 2
//! run --stop 2 --method bdf
//! run --stop 2 --method sdirk
//! status 3
//! stderr x has grown to
//! stderr solution ends
model FailEscape
  Real x(start = 1, fixed = true);
equation
  der(x) = x^2;
end FailEscape;
