//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! run --tolerance 1e-9 --method rk45
//! expect v["rotor.w"] = 24/0.1*(1 - exp(-t/0.1)) within 1e-6
//! expect v["r.i"] = 24*exp(-t/0.1) within 1e-6
model LibMotor "A direct current machine runs up: time constant J R/k^2"
  import Kron.Electrical.*;
  ConstantVoltage battery(V = 24);
  Resistor r(R = 1);
  MotorConversion emf(k = 0.1);
  Kron.Rotational.Inertia rotor(J = 0.001, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Ground ground;
equation
  connect(battery.p, r.p);
  connect(r.n, emf.p);
  connect(emf.n, battery.n);
  connect(battery.n, ground.p);
  connect(emf.flange, rotor.a);
  annotation(experiment(StopTime = 0.5));
end LibMotor;
