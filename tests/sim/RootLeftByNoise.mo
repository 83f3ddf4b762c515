//! run
//! run --method bdf
//! run --method cvode
//! expect late = 0 if t < 0.65 else sqrt(1e-11/600) within 1e-9
model RootLeftByNoise "A fan that rests but for its last digits, of whose square the head is, gets a flow that is rounding"
  function head
    input Real r;
    output Real y;
  algorithm
    y := if r >= 0 then 600*r^2 else -700*r^2;
  end head;
  Real r(start = 0.5), late = noEvent(if time < 0.65 then 0 else r), dp, x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  dp = if time < 0.5 then 150 else noEvent(if time < 0.6 then 1e-29 else 1e-11);
  head(r) = dp;
  annotation(experiment(StopTime = 1));
end RootLeftByNoise;
