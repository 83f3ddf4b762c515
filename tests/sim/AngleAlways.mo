//! run --stop 3 --tolerance 1e-9
//! expect v["a.a"] = b within 1e-6
//! expect v["a.w"] = v["v"] within 1e-6
//! expect v["c.a"] = b within 1e-6
//! expect v["c.w"] = v["v"] within 1e-6
model AngleAlways "The angle of a pendulum in Cartesian coordinates is a state because the user says so"
  model Pendulum
    parameter StateSelect speed = StateSelect.always;
    Real x, y(start = -0.8), vx, vy, F;
    Real a(start = 0.6, fixed = true, stateSelect = StateSelect.always);
    Real w(start = 0, fixed = true, stateSelect = speed);
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -x*F;
    der(vy) = -y*F - 9.81;
    x^2 + y^2 = 1;
    a = atan2(x, -y);
    der(a) = w;
  end Pendulum;
  Pendulum a, c(speed = StateSelect.default);
  Real b(start = 0.6, fixed = true), v(start = 0, fixed = true) "The same in the angle alone";
equation
  der(b) = v;
  der(v) = -9.81*sin(b);
end AngleAlways;
