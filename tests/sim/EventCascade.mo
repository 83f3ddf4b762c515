//! run --stop 1
//! final done = 1 within 0
//! final count = 300 within 0
//! events state=0 time=1
//! quiet
model EventCascade "Each relay closes the next one: more passes of one event than an endless one is given"
  parameter Integer n = 300;
  Boolean b[n](each start = false, each fixed = true);
  Real done = if b[n] then 1 else 0;
  Integer count = sum(if b[i] then 1 else 0 for i in 1:n);
equation
  when time >= 0.5 then
    b[1] = true;
  end when;
  for i in 2:n loop
    when pre(b[i - 1]) then
      b[i] = true;
    end when;
  end for;
end EventCascade;
