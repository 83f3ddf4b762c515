//! run --stop 120
//! status 3
//! stderr the times in a table must not decrease: row 3 has 50, the row before it 60
//! stderr in `wind` (
model FailTableOrder "Rows of a table over time in the wrong order"
  Kron.Blocks.Sources.TimeTable wind(table = [0, 5; 60, 8; 50, 12; 120, 4]);
end FailTableOrder;
