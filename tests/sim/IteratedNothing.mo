//! expect y = 3 within 0
//! expect z = 6 within 0
model IteratedNothing "a constructor without turns has the sizes of its body"
  function f
    input Real a[:];
    output Real y, z;
  protected
    Real r[size(a, 1)];
  algorithm
    r := zeros(0)*{r for k in 0:-1:1};
    y := size(r, 1);
    z := size({2*r + a for i in 1:2, k in 1:0}, 3) + size({a for k in 1:0}, 2);
  end f;
  Real y, z;
equation
  (y, z) = f({time, 1, 2});
end IteratedNothing;
