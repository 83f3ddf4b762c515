//! run --stop 1
//! expect x = sin(t) within 1e-9
//! expect w = cos(t) within 1e-9
//! expect a = 7 within 1e-9
model DerivativeOfNothing "A derivative that leaves inputs out is used before calls are written out"
  function position
    input Real q[3], t;
    output Real y;
  algorithm
    y := q[1];
    annotation(derivative(noDerivative = q) = speed, InlineAfterIndexReduction = true);
  end position;
  function speed
    input Real q[3], t, dt;
    output Real y;
  algorithm
    y := q[2];
    annotation(derivative(noDerivative = q, order = 2) = acceleration,
               InlineAfterIndexReduction = true);
  end speed;
  function acceleration
    input Real q[3], t, dt, ddt;
    output Real y;
  algorithm
    y := q[3];
    annotation(InlineAfterIndexReduction = true);
  end acceleration;
  Real x, w, a;
equation
  x = position({sin(time), cos(time), 7}, time);
  w = der(x);
  a = der(w);
end DerivativeOfNothing;
