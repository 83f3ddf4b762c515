function f
  input Real u;
  output Real y = a;
protected
  Real a = b + u;
  Real b = 2*a;
  Real c = c + 1;
algorithm
  y := y + c;
end f;
model M
  Real x = f(time);
end M;
