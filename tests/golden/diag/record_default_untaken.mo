record R0
  Real s = v(1)/2;
  Integer k;
end R0;
function f0
  input R0 t0;
  output Integer v = 1;
algorithm
end f0;
model M
  constant R0 auto = if 5 < 1 then R0(k = 1) else R0(1, 2);
  Integer x17;
algorithm
  x17 := f0(R0(k = 3));
end M;
