package FlowEqualWithSpring "Told once, by the flows that are equal"
  connector Shaft
    Real phi;
    flow Real tau;
  end Shaft;
  model Spring
    Shaft a, b;
  equation
    b.tau = 10*(b.phi - a.phi);
    a.tau = b.tau;
  end Spring;
  model Disk
    Shaft s;
    Real w(start = 1, fixed = true);
  equation
    der(s.phi) = w;
    der(w) = s.tau;
  end Disk;
  model Two
    Disk one, two(w(start = 0));
    Spring spring;
  equation
    connect(one.s, spring.a);
    connect(spring.b, two.s);
  end Two;
end FlowEqualWithSpring;
