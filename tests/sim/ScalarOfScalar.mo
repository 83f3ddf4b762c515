//! expect v["x[1]"] = t + 3 within 1e-12
//! expect z = 3*t within 1e-12
//! expect w = 2*t + 2 within 1e-12
model ScalarOfScalar "Numbers are arrays without dimensions: their shape may be changed"
  function f
    input Real s;
    output Real y = 0;
  algorithm
    for i in 1:2 loop
      y := y + scalar(s);
    end for;
  end f;
  Real x[3], z, w;
  Real s = scalar(time);
algorithm
  x := {s, s, s} .+ scalar(3);
  z := f(s) + scalar(s);
  w := sum(vector(s)) + sum(matrix(s)) + scalar(matrix(vector(2)));
end ScalarOfScalar;
