function f
  input Real u;
  output Real y;
protected
  Real temp;
algorithm
  tmp := u;
  y := temp;
end f;
model M
  Real x = f(time);
end M;
