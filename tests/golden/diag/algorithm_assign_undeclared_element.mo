record R
  Real angle;
end R;
function f
  input Real u;
  output R r;
algorithm
  r.angel := u;
end f;
model M
  R r = f(time);
end M;
