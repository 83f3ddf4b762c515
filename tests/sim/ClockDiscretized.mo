//! run --stop 1.05 --interval 0.02
//! final x = 0.9**10 within 1e-12
//! final y = 1/1.1**10 within 1e-12
//! final z = (0.95/1.05)**10 within 1e-12
//! final w = (1 - 0.1 + 0.1**2/2)**10 within 1e-12
//! final rk = (1 - 0.1 + 0.1**2/2 - 0.1**3/6 + 0.1**4/24)**10 within 1e-12
//! final p = 0.3*1 + 0.7*exp(-1) within 2e-6
//! final n = (1 + 0.2 + 0.2**2/2)**4*(1 + 0.2*(1 + 0.1)*0.5) within 1e-12
model ClockDiscretized "differential equations on clocks, by the methods of the specification"
  Real x(start = 1), y(start = 1), z(start = 1), w(start = 1), rk(start = 1);
  Real p(start = 1), q, r, n(start = 1);
  Clock c = Clock(1, 10);
equation
  der(x) = -x + sample(0, Clock(c, solverMethod = "ExplicitEuler"));
  der(y) = -y + sample(0, Clock(Clock(1, 10), solverMethod = "ImplicitEuler"));
  der(z) = -z + sample(0, Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid"));
  der(w) = -w + sample(0, Clock(Clock(1, 10), solverMethod = "ExplicitMidPoint2"));
  der(rk) = -rk + sample(0, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
  when Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4") then
    der(p) = r;
    q = p - 0.3;
    q + r = 0;
  end when;
  der(n) = 2*n*even;
  even = sample(if time < 0.45 then 1.0 else 0.0, Clock(Clock(1, 10), "ExplicitMidPoint2"));
protected
  Real even;
end ClockDiscretized;
