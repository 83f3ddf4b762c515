function f
  input Real u;
  output Integer y;
protected
  Boolean b;
algorithm
  b := u;
  y := u;
end f;
model M
  Integer x = f(2.5);
end M;
