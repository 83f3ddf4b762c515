// final values follow their expressions; final on one attribute leaves the others free (pitfall 55, section 7.2.6).
model TransferFunction
  parameter Real b[:] = {1};
  parameter Real a[:] = {1, 1};
  Real x(final unit = "m", start = 0);
equation
  der(x) = sum(a) - b[1]*x;
end TransferFunction;
model PI
  parameter Real k = 1;
  parameter Real T = 1;
  TransferFunction tf(final b = k*{T, 1}, final a = {T, 0});
end PI;
model Test
  PI c1(k = 2, T = 3, tf(x(start = 1)));
end Test;
// c1.k = 2; c1.T = 3; c1.tf.b[2] = c1.k*{c1.T, 1} final; c1.tf.a[2] = {c1.T, 0} final;
// Real c1.tf.x(unit = "m", start = 1);
