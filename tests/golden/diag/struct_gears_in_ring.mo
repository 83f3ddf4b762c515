package R
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a, b;
    Real w;
  equation
    a.phi = b.phi;
    w = der(a.phi);
    2*der(w) = a.tau + b.tau;
  end Inertia;
  model Gear
    Flange a, b;
    parameter Real ratio = 1;
  equation
    a.phi = ratio*b.phi;
    b.tau = -ratio*a.tau;
  end Gear;
end R;
model M "The second gear says again what the first says"
  R.Inertia j;
  R.Gear g1(ratio = 2), g2(ratio = 0.5);
equation
  connect(j.b, g1.a);
  connect(g1.b, g2.a);
  connect(g2.b, g1.a);
end M;
