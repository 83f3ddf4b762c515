record R
  Real v[:];
end R;
function f
  input R r;
  output R s;
algorithm
  s := r;
end f;
model M
  record R2
    extends R(v = {1});
  end R2;
  R2 r1;
  R2 r2 = f(r1);
end M;
