model Square
  input Real u;
  output Real y = u^2;
end Square;
model M
  parameter String s = 'text';
  Real x[3] = {1, 2, time};
  Real y = x(2);
  Real z[3] = x*x;
  Real b = Square(time);
  Real c[2,2] = inv([1, 0; 0, 1]);
end M;
