//! run --stop 1 --intervals 10
//! expect s = (3.1 if v["n"] == 1 else 6.3)*t within 1e-12
//! expect p = (1.1 if v["n"] == 1 else 2.1)*t*t within 1e-12
//! expect v["c[1]"] = 3.1*t within 1e-12
//! expect v["c[2]"] = 1.1*t within 1e-12
//! final n = 3 within 0
//! run --stop 1 --set m=1
//! expect v["c[1]"] = 3.1*t within 1e-12
//! stderr the connector `Pin` has 0 flow variables, but 1 potential
// In algorithms the length of a range and a size may vary; those of parameters are known during translation as ever.
// Connectors of potentials alone are let pass with a warning.
connector Pin
  Real v;
end Pin;

model VaryingRange
  parameter Integer m = 2;
  Integer a[3], n = if time < 0.5 then 1 else 3, two = 2;
  Real b[3], c[2], e[3], s, p;
  Pin from(v = time), to;
equation
  connect(from, to);
algorithm
  a := {3, 1, 2};
  b := {1.1, 2.1, 3.1}*to.v;
  s := sum(b[a[1:n]]);
  c := b[a[1:two]];
  c[1:m] := b[a[1:m]];
  e := zeros(3);
  e[1:n] := fill(time/n, n);
  p := e*b;
end VaryingRange;
