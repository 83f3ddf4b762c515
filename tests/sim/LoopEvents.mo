//! run --stop 1 --interval 0.25
//! final a = 0.79 within 1e-9
//! final b = 1.8 within 1e-9
model LoopEvents "Relations in loops that nothing in the loop changes make events"
  Boolean x;
  Integer s;
  Real a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  der(a) = if x then 1 else 0;
  der(b) = s;
algorithm
  x := true;
  for j in 1:2 loop
    if time <= 0.21 then
      x := not x;
      break;
    end if;
  end for;
algorithm
  s := 0;
  while s < 3 and time <= 0.6 loop
    s := s + 1;
  end while;
end LoopEvents;
