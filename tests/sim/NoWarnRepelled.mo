//! run --stop 5
//! quiet
//! final N = exp(5) within 1e-4
// What grows of itself is meant so; a pendulum that a motor turns ever faster, a fall, a way at full speed, a pendulum that swings about its upper position, and a
// controller that is right but far from its set point.
model NoWarnRepelled
  Real N(start = 1, fixed = true), h(start = 100, fixed = true), v(start = 0, fixed = true), s(start = 0, fixed = true);
  Real phi(start = 3, fixed = true), w(start = 0, fixed = true), x(start = 0, fixed = true);
  Real psi(start = 0, fixed = true), omega(start = 0, fixed = true);
equation
  der(N) = N;
  der(h) = v;
  der(v) = -9.81;
  der(s) = min(10, 3 + s);
  der(phi) = w;
  der(w) = -9.81*sin(phi);
  der(psi) = omega;
  der(omega) = 20 - 9.81*sin(psi);
  der(x) = max(-1, min(1, 5*(100 - x)));
end NoWarnRepelled;
