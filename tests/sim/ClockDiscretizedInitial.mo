// Initial equations give states of differential equations on clocks; those for other variables there do no harm.
//! run --stop 0.35 --interval 0.05
//! final x = 1 + 2*0.9**3 within 1e-12
model ClockDiscretizedInitial
  Real x(start = 0), w(start = 0), y, u = 1;
initial equation
  x = 3;
  y = 5;
equation
  der(x) = sample(u, Clock(Clock(1, 10), solverMethod = "ExplicitEuler")) - x;
  der(w) = x;
  y = 2*w;
end ClockDiscretizedInitial;
