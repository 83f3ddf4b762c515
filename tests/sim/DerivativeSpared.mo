//! run --stop 0.95
//! expect x = 3*t - int(2*t) within 1e-9
//! expect y = 3 within 1e-9
//! expect z = cos(t)*(1 if t < 0.5 else 2) within 1e-6
model DerivativeSpared "noDerivative: what the annotation does not ask for need not have a derivative"
  function still "u, as a constant"
    input Real u;
    input Real dummy = 0;
    output Real y;
  algorithm
    y := u;
    annotation(Inline = false, derivative(noDerivative = u) = der_still);
  end still;
  function der_still
    input Real u, dummy, der_dummy;
    output Real y;
  algorithm
    y := 0;
  end der_still;
  function scaled "k*u, k as a constant"
    input Real k, u;
    output Real y;
  algorithm
    y := k*u;
    annotation(Inline = false, derivative(noDerivative = k) = der_scaled);
  end scaled;
  function der_scaled
    input Real k, u, der_u;
    output Real y;
  algorithm
    y := k*der_u;
  end der_scaled;
  Real x, y, s, z;
equation
  x = 3*time - still(noEvent(integer(2*time)));
  y = der(x);
  s = scaled(noEvent(floor(2*time)) + 1, sin(time));
  z = der(s);
end DerivativeSpared;
