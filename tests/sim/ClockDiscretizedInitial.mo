// Initial equations and fixed start values hold at the first tick of differential equations on clocks (16.8.2), for
// states and for what follows from them; here x = 3, y = 5, which is w = 2.5, and b = 2 by implicit equations.
//! run --stop 0.35 --interval 0.05
//! final x = 1 + 2*0.9**3 within 1e-12
//! final w = 2.5 + 0.1*(3 + 2.8 + 2.62) within 1e-12
//! final y = 2*w within 1e-12
//! final b = 2*(0.95/1.05)**3 within 1e-9
//! final s = b**2 + 1 within 1e-9
//! final q = (10/2.1 + 1)*0.9**3 - 1 within 1e-12
model ClockDiscretizedInitial
  Real x(start = 0), w(start = 0), y, u = 1;
  Real b(start = 1), s;
  Real p(start = 1), q(start = 10/2.1, fixed = true), r;
initial equation
  x = 3;
  y = 5;
  b*s = 10;
equation
  der(x) = sample(u, Clock(Clock(1, 10), solverMethod = "ExplicitEuler")) - x;
  der(w) = x;
  y = 2*w;
  when Clock(Clock(1, 10), solverMethod = "ImplicitTrapezoid") then
    der(b) = -b;
    s = b^2 + 1;
  end when;
  when Clock(Clock(1, 10), solverMethod = "ExplicitEuler") then
    der(p) = -p;
    q = r - 1;
    r = 2*p;
  end when;
end ClockDiscretizedInitial;
