//! run --stop 1 --vars *
//! expect v["p"] = 1 within 0
//! expect v["a"] = 1 within 0
//! expect q = 1 within 0
//! expect d = int(t > 0.5) if abs(t - 0.5) > 1e-6 else d within 0
//! expect y = (2 if t > 0.75 else 1) if abs(t - 0.75) > 1e-6 else y within 0
model AlgorithmMixed "Relations of an algorithm that depends on its own results through equations"
  parameter Boolean p(fixed = false);
  Boolean a = p, b = a;
  parameter Real q(fixed = false);
  Boolean d, e = d;
  Real x(start = 0, fixed = true), y;
initial algorithm
  p := sum({time + 2.0}) > 1.0;
  q := if b then 1.0 else 2.0;
algorithm
  d := sum({x}) > 0.5;
  y := if e and x > 0.75 then 2 else 1;
equation
  der(x) = 1;
end AlgorithmMixed;
