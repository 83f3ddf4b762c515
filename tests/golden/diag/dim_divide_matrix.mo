type Mode = enumeration(off, on);
record Fluid
  Real rho;
end Fluid;
model M "What is meant is A*x = b, m == Mode.on, f[1].rho"
  parameter Real A[2, 2] = [2, 1; 1, 3];
  Real b[2] = {1, time}, x[2];
  Mode m = if time > 0.5 then Mode.on else Mode.off;
  Real y = if m == 2 then 1 else 0;
  Fluid f[2] = {Fluid(1000), Fluid(800)};
  Real r;
equation
  x = b/A;
  r = f.rho;
end M;
