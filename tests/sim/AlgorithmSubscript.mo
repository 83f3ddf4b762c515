//! expect v["x[1]"] = 1.25 within 1e-12
//! expect v["x[2]"] = 2 within 1e-12
//! expect v["n[1]"] = (7 - v["n[2]"] if abs(t - 0.5) < 1e-9 else 0 if t < 0.5 else 7) within 1e-12
//! expect v["n[2]"] = 7 - v["n[1]"] within 1e-12
//! events time=0 state=1
model AlgorithmSubscript "Subscripts of targets are places of their own: each has another value"
  Real x[2], n[2];
  Real y = time;
algorithm
  for t in 0.5:0.75:2.0 loop // x[1] is 0, 0.5, 1.25: x[1], x[1], x[2] are assigned
    x[1 + mod(integer(x[1]), 2)] := t;
  end for;
  n := {0, 0};
  n[if y >= 0.5 then 1 else 2] := 7;
end AlgorithmSubscript;
