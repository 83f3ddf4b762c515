// An inverse whose output has another type is not used: a String was taken for a Real.
//! run --stop 1 --tolerance 1e-9
//! expect x = sqrt(4 + t) within 1e-8
model InverseMisfit
  function square
    input Real u;
    output Real y;
  algorithm
    y := u^2;
    annotation(Inline = false, inverse(u = name(y)));
  end square;
  function name
    input Real y;
    output String u;
  algorithm
    u := "u";
  end name;
  Real x(start = 2);
equation
  square(x) = 4 + time;
end InverseMisfit;
