//! run --stop 0.1
//! stderr i > 5.2 (
//! stderr became true, but its `when` gave what was there before: high = true has never changed
//! final i = 48*(1 - exp(-5)) within 1e-5
model WhenNoEffect "A controller whose two outputs are exchanged"
  Real i(start = 0, fixed = true);
  Boolean high(start = true, fixed = true);
equation
  0.01*der(i) = (if high then 24 else -24) - 0.5*i;
  when i > 5.2 then
    high = true;
  elsewhen i < 4.8 then
    high = false;
  end when;
end WhenNoEffect;
