//! run --stop 0.02 --interval 0.0007
//! final y1 = 11 within 0
//! final y2 = 5 within 0
//! final y3 = 5 within 0
//! final last = 0.018 within 1e-12
//! final step = 0.006 within 1e-12
//! final first = 0.002 within 1e-15
//! final every = 5 within 0
//! final crossings = 4 within 0
//! final second = 3 within 0
//! final between = 0.005 within 1e-7
//! final seen = 1 within 0
model ClockIntervals "clocks whose intervals vary, and clocks of events"
  Integer counter(start = 2), y1(start = 0), y2(start = 0), y3(start = 0), every;
  Real next(start = 0.002), last, step, first(start = 0);
  Integer crossings(start = 0), second, seen;
  Real between;
  Boolean above = sin(400*3.14159265358979*time) > 0.5, late = time >= 0.01, sampled;
  Clock e = Clock(above, startInterval = 0.5);
  Clock l = Clock(late);
equation
  when Clock(2, 1000) then
    y1 = previous(y1) + 1;
  end when;
  when Clock(counter, 1000) then
    counter = previous(counter) + 1 "ticks at 0, 0.003, 0.007, 0.012, 0.018, ...";
    y2 = previous(y2) + 1;
    last = sample(time);
    step = interval();
    first = if firstTick() then interval() else previous(first);
  end when;
  when Clock(next) then
    next = previous(next) + 1e-3;
    y3 = previous(y3) + 1;
  end when;
  every = subSample(y3, 2);
  when e then
    crossings = previous(crossings) + 1;
    between = interval();
  end when;
  second = subSample(crossings, 2);
  sampled = sample(late, l);
  seen = if sampled then 1 else 2;
end ClockIntervals;
