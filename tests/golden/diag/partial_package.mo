partial package Fluids
  constant Real density;
end Fluids;
model Pipe
  replaceable package Medium = Fluids;
  Real m = 2*Medium.density;
end Pipe;
model M
  Pipe pipe;
end M;
