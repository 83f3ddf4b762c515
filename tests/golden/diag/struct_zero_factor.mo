// A ratio of 0 holds what starts with a speed: the parameter is named, not only the speed.
model ZeroFactor
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a, b;
    parameter Real J = 1;
    Real phi, w;
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Gear
    Flange a, b;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;
  Inertia motor(w(start = 1, fixed = true));
  Inertia load;
  Gear gear(ratio = 0);
equation
  connect(motor.b, gear.a);
  connect(gear.b, load.a);
end ZeroFactor;
