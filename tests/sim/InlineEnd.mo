//! run --tolerance 1e-8 --method bdf
//! run --tolerance 1e-8 --method sdirk
//! expect x = 1 - (0.5**1.5 - abs(0.5 - t)**1.5)*2/3 within 1e-6
//! events state=0 time=1
model InlineEnd "A stage of a step beyond the time event, or the end, has no value"
  Real x(start = 1, fixed = true);
equation
  der(x) = if time < 0.5 then -sqrt(0.5 - time) else sqrt(time - 0.5);
  assert(time <= 1, "beyond the end");
end InlineEnd;
