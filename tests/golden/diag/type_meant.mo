record Data
  Real m;
  Real k;
end Data;
function print
  input String s;
  output Boolean done = true;
end print;
function f
  input Real x;
protected
  Real y;
algorithm
  y := 2*x;
end f;
model A
  parameter Data d = {1, 2};
  parameter Real a[:] = {1, 2, 3};
  Real b[3] = fill(3, 0.5);
  Boolean p = print(d.m);
  Real z = f(time);
  Real w(unit = m) = time;
  Real x[3];
  Real u = integral(time);
equation
  for i in 1:size(a) loop
    x[i] = a[i];
  end for;
end A;
