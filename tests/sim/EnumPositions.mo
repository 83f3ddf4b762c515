//! stderr subscript 1 of `byAxis` should be of type enumeration EnumPositions.Axis, not Integer[2]: its number is taken
//! stderr subscript 1 of `plain` should be of type Integer, not enumeration EnumPositions.Axis: its number is taken
//! final two = 50 within 1e-12
//! final one = 2 within 1e-12
model EnumPositions "Computed numbers for literals of an enumeration, and the other way round"
  type Axis = enumeration(x, y, z);
  parameter Real byAxis[Axis] = {10, 20, 30};
  parameter Real plain[3] = {1, 2, 3};
  parameter Integer at[2] = {2, 3};
  parameter Axis axis = Axis.y;
  Real two = sum(byAxis[at]);
  Real one = plain[axis];
end EnumPositions;
