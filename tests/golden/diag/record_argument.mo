record Fluid
  Real rho = 1000; Real mu = 1e-3;
end Fluid;
record Oil
  Real rho = 900;
end Oil;
function reynolds
  input Fluid f; input Real v; output Real Re;
algorithm
  Re := f.rho*v/f.mu;
end reynolds;
model R
  parameter Oil oil;
  Real Re = reynolds(oil, time);
end R;
