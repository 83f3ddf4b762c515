// Where a function is written out and an argument is zero, what is multiplied by it is gone: two of
// the three unknowns are constants.
function rotation
  input Real e[3];
  input Real phi;
  output Real d[3];
algorithm
  d := e*exp(phi) + {e[2]*sqrt(phi), 0, 1 - e[1]};
  annotation(Inline = true);
end rotation;

model InlineZeros
  Real d[3];
equation
  d = rotation({0, 0, 1}, time);
end InlineZeros;
