//! run --stop 1
//! stderr `i := ...` is one too many
//! stderr `b = true` is one too many
//! stderr `s = "low"` is one too many
//! stderr `p := ...` is one too many
//! final ya = 4 within 0
//! final v11 = 11 within 0
//! final v32 = 32 within 0
model InitialRedundant "Conditions that follow from the rest are checked: of any type, of algorithms and calls"
  function two
    input Real u;
    output Real x;
    output Real y;
  algorithm
    x := 2*u;
    y := u + 1;
  end two;
  model Part
    parameter Integer k = 1;
    Integer v[2];
  algorithm
    v := {10*k + 1, 10*k + 2};
  end Part;
  Part parts[3](k = 1:3) "each algorithm assigns its own part of one array";
  parameter Real a(fixed = false), p = 3;
  Real ya = a;
  Integer v11 = parts[1].v[1], v32 = parts[3].v[2];
  Boolean b = time < 2;
  Integer i = if b then 3 else 4;
  String s = if b then "low" else "high";
initial algorithm
  (a, p) := two(2);
  i := 1 + 2;
initial equation
  b = true;
  s = "low";
end InitialRedundant;
