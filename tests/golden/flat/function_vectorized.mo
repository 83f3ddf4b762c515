// A function of scalars applied to an array works elementwise (notes 13.8; section 12.4.6).
function sq
  input Real u;
  output Real y;
algorithm
  y := u*u;
end sq;
function add
  input Real a;
  input Real b;
  output Real y = a + b;
algorithm
end add;
model T8
  Real z[2] = sq({time, 2});
  constant Real c[3] = sq({1, 2, 3});
  constant Real d[2, 2] = add([1, 2; 3, 4], 10);
end T8;
// z = sq({time, 2}); c = {1, 4, 9}; d = [11, 12; 13, 14]
