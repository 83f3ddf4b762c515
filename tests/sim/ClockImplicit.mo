//! run --stop 1.05 --interval 0.02
//! final y = (0.95/1.05)**10 within 1e-12
//! final x1 = 1/1.1**10 within 1e-12
//! final x2 = 10*0.1/1.1*1/1.1**10 within 1e-12
//! final r = ((1 - 2/5 + 1/20)/(1 + 3/5 + 3/20 + 1/60))**10 within 1e-12
//! final fast = ((1 - 2*1000/5 + 1000**2/20)/(1 + 3*1000/5 + 3*1000**2/20 + 1000**3/60))**10 within 1e-14
//! final ramp = 1**2/2 + 0.5 within 1e-12
//! final late = ((1 - 0.1*2/5 + 0.1**2/20)/(1 + 0.1*3/5 + 0.1**2*3/20 + 0.1**3/60))**10 within 1e-12
//! final w2 = 2*((1 - 0.1*2/5 + 0.1**2/20)/(1 + 0.1*3/5 + 0.1**2*3/20 + 0.1**3/60))**10 within 1e-12
//! expect q = (sqrt(1 + 4*0.1) - 1)/(2*0.1) if 0.11 < t < 0.19 else q within 1e-10
//! expect q = (sqrt(1 + 4*0.1*((sqrt(1 + 4*0.1) - 1)/(2*0.1))) - 1)/(2*0.1) if 0.21 < t < 0.29 else q within 1e-10
//! expect e = 1/1.1 if 0.21 < t < 0.49 else e within 1e-12
//! final e = 1/(1.1*1.3*1.4) within 1e-12
model ClockImplicit "implicit methods on clocks: stages, calls and algorithms among the equations, clocks of events"
  function both "several results"
    input Real x[2];
    output Real a, b;
  algorithm
    a := -x[1];
    b := x[1] - x[2];
  end both;
  Real y(start = 1), slope, x[2](start = {1, 0}), a, b;
  Real r(start = 1), fast(start = 1), ramp(start = 0), late(start = 1), z, w2, v2;
  Real q(start = 1), e(start = 1), x1 = hold(x[1]), x2 = hold(x[2]);
  Boolean tick = time >= 0.1 and time < 0.15 or time >= 0.2 and time < 0.25 or time >= 0.5 and time < 0.6 or time >= 0.9;
equation
  // an algorithm in the system of the tick
  der(y) = slope*sample(1, Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid"));
  when Clock(Clock(1, 10), solverMethod = "ImplicitEuler") then
    (a, b) = both(x);
    der(x) = {a, b};
  end when;
  // the simulator's own method: Radau IIA, stable and of order 5
  der(r) = -10*r*sample(1, Clock(Clock(1, 10), solverMethod = "External"));
  der(fast) = -10000*fast*sample(1, Clock(Clock(1, 10), solverMethod = "External"));
  der(ramp) = sample(time, Clock(Clock(1, 10), solverMethod = "External")) + 0.5;
  // a constraint between states, and an algebraic loop
  der(late) + der(w2) = 3*z*sample(1, Clock(Clock(1, 10), solverMethod = "External"));
  w2 = 2*late;
  z = -late + 0*v2;
  v2 = z + w2;
  // nonlinear
  der(q) = -q^2*sample(1, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  // ticks at 0.1, 0.2, 0.5 and 0.9; the interval of the first one is given
  der(e) = -e*sample(1, Clock(Clock(tick, 0.1), solverMethod = "ImplicitEuler"));
algorithm
  slope := 0;
  slope := slope - y;
end ClockImplicit;
