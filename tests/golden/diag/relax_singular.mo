model relax_singular "RX-12, E-2: equation (7) of relaxing-1996 with too much relaxed"
  Real x[3];
equation
  4*x[1] + Kron.relax(x[2]) + 2*Kron.relax(x[3]) = 1;
  x[1] + 5*Kron.relax(x[2]) + Kron.relax(x[3]) = 2;
  2*x[1] + x[2] + 6*x[3] = 3;
end relax_singular;
