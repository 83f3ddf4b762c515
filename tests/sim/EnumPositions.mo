//! stderr subscript 1 of `byAxis` should be of type enumeration EnumPositions.Axis, not Integer[2]: its number is taken
//! stderr subscript 1 of `plain` should be of type Integer, not enumeration EnumPositions.Axis: its number is taken
//! stderr subscript 2 of `pairs` should be of type Integer, not Boolean: false takes the first element, true the second
//! final two = 50 within 1e-12
//! final one = 2 within 1e-12
//! expect chosen = 4 if t < 0.5 or v["late"] == 0 else 5 within 1e-12
//! final chosen = 5 within 1e-12
model EnumPositions "Computed numbers for literals of an enumeration, and the other way round; Booleans"
  type Axis = enumeration(x, y, z);
  parameter Real byAxis[Axis] = {10, 20, 30};
  parameter Real plain[3] = {1, 2, 3};
  parameter Real pairs[2, 2] = [1, 2; 4, 5];
  parameter Integer at[2] = {2, 3};
  parameter Axis axis = Axis.y;
  Real two = sum(byAxis[at]);
  Real one = plain[axis];
  Boolean late = time >= 0.5;
  Real chosen = sum(pairs[2:2, late]);
end EnumPositions;
