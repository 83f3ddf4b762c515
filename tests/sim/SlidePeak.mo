//! run --stop 10
//! run --stop 10 --method cvode
//! expect peak = sin(t) if t < pi/2 else 1 within 2e-5
model SlidePeak "The highest value so far: while p rises the sides of the condition are equal"
  Real p(start = 0, fixed = true), v(start = 1, fixed = true), peak(start = 0, fixed = true);
equation
  der(p) = v;
  der(v) = -p;
  der(peak) = if p > peak then max(0, der(p)) else 0;
end SlidePeak;
