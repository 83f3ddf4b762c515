//! run --stop 1
//! expect y = 7*t + 70 + 5*(1 + 2 + 3) within 1e-12
model RecordSizes "arrays in records of a function whose size is another field"
  record Coefficients
    parameter Integer n = 3;
    Real a[n];
  end Coefficients;
  record Open
    Integer n = 3;
    Real a[:];
  end Open;
  record Two
    extends Coefficients(n = 2, a = {3, 4});
  end Two;
  record OpenTwo
    extends Open(n = 2, a = {3, 4});
  end OpenTwo;
  function given
    input Real x;
    output Coefficients c(n = 3);
  algorithm
    c.a := {x, 2*x, 3*x};
  end given;
  function f
    input Real x;
    output Real y;
  protected
    Two d;
    OpenTwo e;
    Coefficients g = given(5);
  algorithm
    y := sum(g.a);
    for i in 1:d.n loop
      y := y + d.a[i]*x + 10*e.a[i];
    end for;
  end f;
  Real y = f(time);
end RecordSizes;
