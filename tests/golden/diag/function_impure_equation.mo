// Specification 12.3: where impure functions are called.
impure function clock
  output Real y;
algorithm
  y := 1;
end clock;
model Test
  parameter Real a = clock() "good";
  Real b = pure(clock()) "good";
  Real c, d, e, f(start = 1, fixed = false);
  Real bad = clock();
initial equation
  f = clock();
equation
  der(f) = 0;
  when time > 0.5 then
    c = clock();
  end when;
  d = 2*clock();
algorithm
  e := clock();
end Test;
