//! run --stop 1
//! final z = 8 within 1e-12
//! final sum = 6 within 1e-12
//! quiet
model RecordConstantGiven "A constant field has the value that the record is given, not the one it is declared with"
  record Fluid
    constant Integer n = 2;
    parameter Real c[n] = {1, 1};
  end Fluid;
  record Water
    extends Fluid(n = 3, c = {1, 2, 3});
  end Water;
  record Tag
    constant Integer number = 0;
  end Tag;
  function next
    input Tag t;
    output Integer k;
  algorithm
    k := t.number + 1;
  end next;
  parameter Water water;
  parameter Fluid fluid = water;
  parameter Tag tag = Tag(number = 7);
  parameter Integer k = next(tag), m = fluid.n;
  Real z = k;
  Real sum = fluid.c[1] + fluid.c[2] + fluid.c[3];
end RecordConstantGiven;
