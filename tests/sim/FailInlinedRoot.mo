//! run --stop 1
//! status 3
//! stderr square root of a negative number (`p - 300000*sin(3*time)` is
//! stderr in q = orifice(p - 3e5*sin(3*time), 1e-6) (
//! never has no real solution
model FailInlinedRoot "A root in a function that has been written out"
  function orifice
    input Real dp, k;
    output Real q;
  algorithm
    q := k*sqrt(dp);
  end orifice;
  Real p(start = 1e5, fixed = true), q;
equation
  q = orifice(p - 3e5*sin(3*time), 1e-6);
  der(p) = -1e9*q;
end FailInlinedRoot;
