// Inputs with values, outputs, inputs given by a modifier of the enclosing component; one input stays at the root.
block Gain
  input Real u;
  input Real k = 2;
  output Real y = k*u;
end Gain;
block Top
  input Real cmd;
  Gain a(u = cmd), b(u = a.y, k = 5);
  output Real y = b.y;
end Top;
// input Real cmd; a.u = cmd; a.k = 2; a.y = a.k*a.u; b.u = a.y; b.k = 5; output Real y = b.y
