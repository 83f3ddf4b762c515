//! run
//! expect F = 2 + 6*t + 12*t*t within 1e-12
//! expect G = 0 within 0
model PrescribedPolynomial "Powers with exponents that are not literals, differentiated twice at 0"
  function poly
    input Real t;
    output Real x;
  algorithm
    x := 0;
    for i in 1:4 loop
      x := x + t^i;
    end for;
  end poly;
  parameter Integer n = 1;
  Real x, v, F, z, q, G;
equation
  der(x) = v;
  der(v) = F;
  x = poly(time);
  der(z) = q;
  der(q) = G;
  z = time^n;
end PrescribedPolynomial;
