//! run --stop 1 --interval 0.25
//! final a = 0.79 within 1e-9
//! final b = 1.8 within 1e-9
//! final d = 2.35 within 1e-9
model LoopEvents "Relations in loops make events, also where break leaves the loop"
  Boolean x;
  Integer s, c;
  Real a(start = 0, fixed = true), b(start = 0, fixed = true), d(start = 0, fixed = true);
equation
  der(a) = if x then 1 else 0;
  der(b) = s;
  der(d) = c;
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
algorithm
  c := 0;
  for j in 1:3 loop
    c := c + 1;
    if time*c > 0.9 then
      break;
    end if;
  end for;
end LoopEvents;
