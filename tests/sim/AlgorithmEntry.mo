//! run --stop 1
//! expect y = (1 if t % 0.2 < 0.1 else 0) if abs(t % 0.1 - 0.05) < 0.049 else y within 0
//! expect n = 2 within 0
model AlgorithmEntry "What an algorithm assigns before it is read depends on nothing earlier"
  parameter Real period = 0.2;
  parameter Real first(fixed = false), last(fixed = false);
  Boolean y;
  discrete Integer n;
initial algorithm
  first := integer(time/period)*period;
  last := first + period/2;
  if first < last then
    assert(first <= time and time < last, "the first branch holds");
    y := true;
    if last > 0 then
      n := 2;
    elseif last > 1 then
      n := 3;
    else
      n := 4;
    end if;
  else
    assert(last <= time and time < first, "this branch does not hold");
    y := false;
    n := 5;
  end if;
equation
  when sample(first, period) then
    y = true;
  elsewhen sample(last, period) then
    y = false;
  end when;
  when time > 2 then
    n = 6;
  end when;
end AlgorithmEntry;
