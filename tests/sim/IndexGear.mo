//! run --stop 2 --tolerance 1e-9 --method cvode
//! run --stop 2 --tolerance 1e-9 --method ida
//! run --stop 2 --tolerance 1e-9 --method rk45
//! expect v["motor.w"] = (1 - cos(t))/(2 + 5/9) within 1e-7
//! expect v["motor.phi"] = (t - sin(t))/(2 + 5/9) within 1e-7
//! expect v["load.w"] = v["motor.w"]/3 within 1e-12
//! expect v["gear.b.tau"] = -5*sin(t)/(2 + 5/9)/3 within 1e-9
model IndexGear "FM-50, DS-12: two inertias and a rigid gear have one degree of freedom"
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a, b;
    parameter Real J = 1;
    Real phi(start = 0), w(start = 0);
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Gear
    Flange a, b;
    parameter Real ratio = 3;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;
  model Torque
    Flange b;
  equation
    b.tau = -sin(time);
  end Torque;
  Torque torque;
  Inertia motor(J = 2, phi(fixed = true), w(fixed = true)), load(J = 5);
  Gear gear;
equation
  connect(torque.b, motor.a);
  connect(motor.b, gear.a);
  connect(gear.b, load.a);
end IndexGear;
