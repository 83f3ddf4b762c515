//! run --stop 3 --intervals 30
//! expect abs(n - ((t > 0.45) + (t > 1.45) + (t > 2.45))) * (abs(t - 0.45) > 1e-6) * (abs(t - 1.45) > 1e-6) * (abs(t - 2.45) > 1e-6) = 0 within 0
//! final n = 3 within 0
model SampleUnfixed "The first instant of a sample is an unknown of the start"
  parameter Real first(fixed = false);
  Integer n(start = 0, fixed = true);
initial algorithm
  first := 0.45;
equation
  when sample(first, 1) then
    n = pre(n) + 1;
  end when;
end SampleUnfixed;
