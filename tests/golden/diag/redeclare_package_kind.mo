package Fluids
  type Pressure = Real(unit = "Pa");
  constant Real density = 1;
end Fluids;
package Blocks
end Blocks;
model Pipe
  replaceable package Medium = Fluids;
  Medium.Pressure p = time;
end Pipe;
model M
  Pipe pipe(redeclare package Medium = Blocks);
end M;
