within Kron;
function relax "x. In an equation: x is regarded as known there when the equations are sorted"
  input Real x "Variable";
  output Real y "x";
algorithm
  y := x;
end relax;
