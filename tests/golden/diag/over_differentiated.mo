package OverDifferentiated "The second equation for w follows by a derivative"
  connector Shaft
    Real phi;
    flow Real tau;
  end Shaft;
  model Disk
    Shaft a, b;
    Real w(start = 0, fixed = true);
    Real phi(start = 0, fixed = true);
  equation
    a.phi = phi;
    b.phi = phi;
    w = der(a.phi);
    w = der(b.phi);
    2*der(w) = a.tau + b.tau;
  end Disk;
  model Torque
    Shaft s;
  equation
    s.tau = -1;
  end Torque;
  model Shafts
    Disk one, two;
    Torque t;
  equation
    connect(t.s, one.a);
    connect(one.b, two.a);
  end Shafts;
end OverDifferentiated;
