//! run --stop 1 --tolerance 1e-9
//! expect x = cos(t/sqrt(2)) within 1e-7
model SecondDerivative "A second derivative that is given by a function is written out: the block is linear"
  function above
    input Real u;
    output Real y;
  algorithm
    y := if u > 0.1 then u else 0.1;
    annotation (Inline = false, derivative = above_d);
  end above;
  function above_d
    input Real u;
    input Real u_d;
    output Real y_d;
  algorithm
    y_d := if u > 0.1 then u_d else 0;
    annotation (Inline = false, derivative(order = 2) = above_dd);
  end above_d;
  function above_dd
    input Real u;
    input Real u_d;
    input Real u_dd;
    output Real y_dd;
  algorithm
    if u > 0.1 then
      y_dd := u_dd;
    else
      y_dd := 0;
    end if;
  end above_dd;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), s, w, a;
equation
  der(x) = v;
  s = above(x);
  der(s) = w;
  der(w) = a;
  der(v) + a + s = 0;
end SecondDerivative;
