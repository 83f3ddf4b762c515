// Two names of one state with two start values; a value from further inside gives way without a word.
model Part
  input Real u(start = 7);
end Part;
model M
  Part p;
  Real x(start = 1), y(start = 2), z(start = -1);
  Real a(start = 3), b(start = 4, fixed = true);
  Real f(start = 5), g(start = 6);
equation
  der(x) = -x;
  x = y;
  z = -x;
  der(a) = -a;
  a = b;
  p.u = x;
  f = g;
  f = 2*x;
end M;
