//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect v["m.phi"] = 0.5*t**2*2/4 if t < 1 else 0.25 + 0.5*(t-1) within 1e-7
model Rotor "A torque of 2 for 1 s on an inertia of 4; the connector carries angle and torque"
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange f;
    parameter Real J = 1;
    Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
  equation
    phi = f.phi;
    der(phi) = w;
    J*der(w) = f.tau;
  end Inertia;
  model Torque
    Flange f;
  equation
    f.tau = if time < 1 then -2 else 0;
  end Torque;
  Inertia m(J = 4);
  Torque t;
equation
  connect(m.f, t.f);
end Rotor;
