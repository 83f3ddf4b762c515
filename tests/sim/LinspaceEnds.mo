//! run --stop 0
//! expect a = 1 within 0
//! expect b = 1 within 0
//! expect c = 1 within 0
//! expect d = 1 within 0
model LinspaceEnds "linspace ends at its second argument, though 0.2 + (0.9 - 0.2) is not 0.9"
  function points
    input Real first, last;
    output Real x[8] = linspace(first, last, 8);
  algorithm
    annotation(Inline = false);
  end points;
  constant Real k[8] = linspace(0.2, 0.9, 8);
  constant Real f[8] = points(0.2, 0.9);
  parameter Real p[8] = linspace(0.2, 0.9, 8);
  Real x[8] = linspace(0.2, 0.9 + 0*time, 8), y[8] = points(0.2 + 0*time, 0.9);
  Boolean a = k[8] == 0.9 and f[8] == 0.9 and p[8] == 0.9 and 0.2 + (0.9 - 0.2) <> 0.9;
  Boolean b = x[8] == 0.9 and y[8] == 0.9;
  Boolean c = sum(if k[i] == f[i] and k[i] == p[i] then 0 else 1 for i in 1:8) == 0;
  Boolean d = sum(if k[i] == x[i] and k[i] == y[i] then 0 else 1 for i in 1:8) == 0;
end LinspaceEnds;
