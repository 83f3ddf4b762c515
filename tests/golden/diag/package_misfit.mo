// A package that is no medium is told once, where it is declared.
package Fluids
  type Pressure = Real;
  constant Real rho = 1;
end Fluids;
package Blocks
  type Gain = Real;
end Blocks;
model Pipe
  replaceable package Medium = Blocks constrainedby Fluids;
  Medium.Pressure p = 1;
  Medium.Pressure q = Medium.rho*p;
end Pipe;
