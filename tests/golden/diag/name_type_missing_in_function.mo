function f
  input Reel u;
  output Real y;
algorithm
  y := u;
end f;
model M
  Real x = f(time);
end M;
