//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["m.s"] = (0.9 - 0.2*floor(t/pi))*cos(t) + 0.1*(-1)**floor(t/pi) if t < 4*pi else 0.2 within 1e-7
//! expect v["m.v"] = 0 if t > 4*pi + 1e-6 else v["m.v"] within 1e-9
//! final v["m.s"] = 0.2 within 1e-7
model LibFrictionOscillator "Coulomb friction on a spring: every half swing loses 2 f/c, until the spring is too weak"
  import Kron.Translational.*;
  Mass m(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Spring spring(c = 1);
  DryFriction friction(f_c = 0.1, peak = 2.5);
  Fixed wall, ground;
equation
  connect(wall.flange, spring.a);
  connect(spring.b, m.a);
  connect(m.b, friction.a);
  connect(friction.b, ground.flange);
  annotation(experiment(StopTime = 20));
end LibFrictionOscillator;
