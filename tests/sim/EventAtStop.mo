// Functions with events in subscripts and loops of algorithms change at the very end of the run: the
// last row has the values after that.
//! run --stop 1 --interval 0.5
//! final v["x[1]"] = 5 within 0
//! final v["x[2]"] = 1 within 0
//! final y = 1 within 0
model EventAtStop
  Real x[2], y;
algorithm
  x := {5.0, 7.0};
  x[1 + mod(integer(time), 2)] := 1;
  for k in 1:2 loop
    y := integer(time);
  end for;
end EventAtStop;
