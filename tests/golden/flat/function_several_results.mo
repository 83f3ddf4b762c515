// Several results: all, some, in equations, in algorithms, in functions (section 12.4.3).
function divmod
  input Integer a;
  input Integer b;
  output Integer q;
  output Integer r;
  output Real f;
algorithm
  q := div(a, b);
  r := mod(a, b);
  f := a/b;
end divmod;
function third
  input Integer a;
  input Integer b;
  output Real y;
algorithm
  (, , y) := divmod(a, b);
end third;
model M
  parameter Integer n = 17;
  Integer q, r, q2;
  Real f;
  constant Integer c = divmod(17, 5);
  constant Real d = third(17, 5);
equation
  (q, r, f) = divmod(n, 5);
algorithm
  (q2) := divmod(n, 3);
end M;
// c = 3 (only the first result); d = 3.4; equation (q, r, f) = divmod(n, 5); algorithm q2 := divmod(n, 3)
