model relax_joint "RX-55, E-2: the equations of a joint and its body cannot be relaxed further"
  parameter Real m = 2, b[2] = {1, 2}, n[2] = {0.6, 0.8}, tau = 3;
  parameter Real C[2,2] = {{0.8, -0.6}, {0.6, 0.8}};
  Real a3[2], f3[2], a2[2], f2[2], q;
equation
  m*a3 - f3 = b;
  a3 = C*a2;
  f2 = transpose(C)*f3;
  a2 = n*Kron.relax(q);
  n*f2 = tau + Kron.residue(q);
end relax_joint;
