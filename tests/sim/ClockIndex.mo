//! run --stop 1.05 --interval 0.02
//! final w = 2*(1 - 0.8**10) - (1 - 0.8**10 - 10*0.2*0.8**9) within 1e-12
//! final y = 1 - 0.8**10 - 10*0.2*0.8**9 within 1e-12
//! final phi2 = 0.5/3 within 1e-12
//! final torque = 2/3 within 1e-12
//! final q = 2*0.9**10 within 1e-12
//! final p = 8*0.9**30 within 1e-11
//! final ie = 1/1.1**10 within 1e-12
//! final twice = 2/1.1**10 within 1e-12
//! final rate2 = -1.5/1.1**10 within 1e-12
model ClockIndex "constraints between states on clocks are differentiated before a method is applied"
  Clock e = Clock(Clock(1, 10), solverMethod = "ExplicitEuler");
  Real f1(start = 0, fixed = true), f2(start = 0), y(start = 0, fixed = true), w;
  Real phi1(start = 0), w1(start = 0), phi2, w2, torque, drive;
  Real q(start = 1, stateSelect = StateSelect.always), p(start = 8, fixed = true), k;
  Real ie(start = 1, fixed = true), twice, rate2;
equation
  // the inverse of a system of first order behind a filter
  2*(sample(1, e) - f1) = der(f1);
  der(f2) = 2*(f1 - f2);
  y = f2;
  der(y) = -y + w;
  // two inertias on one shaft
  drive = sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
  der(phi1) = w1;
  der(phi2) = w2;
  phi1 = phi2;
  1*der(w1) = drive - torque;
  2*der(w2) = torque;
  // a fixed start value of what is not integrated
  der(q) = k*sample(1, Clock(Clock(1, 10), solverMethod = "ExplicitEuler"));
  k = -q;
  p = q^3;
  der(p) = rate;
  // an implicit method
  der(ie) + der(twice) = -3*ie*sample(1, Clock(Clock(1, 10), solverMethod = "ImplicitEuler")) ;
  twice = 2*ie;
  rate2 = 0.75*der(twice);
protected
  Real rate;
end ClockIndex;
