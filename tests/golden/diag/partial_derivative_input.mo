model M
  function f
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := x^n;
  end f;
  function count
    input Real x;
    output Integer n;
  algorithm
    n := integer(x);
  end count;
  function f_n = der(f, n);
  function f_z = der(f, z);
  function c_x = der(count, x);
  Real a = f_n(1, 2);
  Real b = f_z(1, 2);
  Real e = c_x(1);
end M;
