//! run --method bdf --interval 0.1
//! run --method cvode --interval 0.05
//! run
//! expect late = 0 if t < 0.55 else sqrt(max(1000*(t - 0.6), 1e-27)/26220) within 1e-7
model RootLeftAgain "A pump that has come to rest but for its last digits, of whose square the head is, turns again"
  function head
    input Real r;
    output Real y;
  algorithm
    y := if r >= 0 then 26220*r^2 else -26220*r^2;
  end head;
  Real r(start = 0.5), late = noEvent(if time < 0.55 then 0 else r), dp, x(start = 0, fixed = true);
equation
  der(x) = 1 - x;
  dp = if time < 0.5 then 20000 else noEvent(if time < 0.6 then 1e-27 else 1000*(time - 0.6));
  head(r) = dp;
  annotation(experiment(StopTime = 1));
end RootLeftAgain;
