//! run
//! run --method bdf
//! expect T = T if abs(t - 0.5) < 1e-3 else 300 + g if t < 0.5 else 300 + 0.999*g within 1e-6
//! stderr what holds where I >= 0.01
//! final eta = 0.1 within 0
model ModesGap "A panel that is cooled by the power it gives: between the ranges of its condition there is a gap"
  Real g(start = 0, fixed = true), T, I, eta;
equation
  der(g) = 1;
  T = 300 + g - 0.01*eta*g;
  I = 0.02*g*(1 - 1e-4*(300 - T));
  eta = if I >= 0.01 then 0.1 else 0;
  annotation(experiment(StopTime = 1));
end ModesGap;
