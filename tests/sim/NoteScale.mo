//! run --stop 1000
//! stderr h > high (
//! stderr never became true, so nothing happened in its `when`; at the end high = 80, h = 4.3; is high given in another unit?
//! stderr the parameter `high` is 80 (
model NoteScale "A limit in cm for a level in m"
  parameter Real high = 80, A = 0.5, q = 0.002;
  Real h(start = 0.3, fixed = true);
  Boolean on(start = false, fixed = true);
equation
  when h > high then
    on = true;
  end when;
  A*der(h) = q - (if on then 0.01 else 0);
end NoteScale;
