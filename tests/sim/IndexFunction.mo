//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! expect z = sin(2*y) + 3 within 1e-12
//! expect F = 4*cos(2*y)*(-y) within 1e-8
//! expect y = exp(-t) within 1e-7
model IndexFunction "a constraint by a function, differentiated through its body: der(z) = 2*cos(2*y)*der(y)"
  function f
    input Real y;
    output Real z;
  protected
    Real a[2];
  algorithm
    a[1] := 2*y;
    a[2] := sin(a[1]);
    z := a[2] + 3;
  end f;
  Real y(start = 1, fixed = true), z, F;
equation
  der(y) = -y;
  z = f(y);
  2*der(z) = F;
end IndexFunction;
