package ConnectFitsInside "The connector that is meant is connected inside of its component, which is no use of it"
  connector Frame
    Real r;
    flow Real f;
  end Frame;
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Axle
    Flange a, b;
  equation
    a.phi = b.phi;
    a.tau + b.tau = 0;
  end Axle;
  model Joint
    Frame frame;
    Flange axis, support;
    Axle axle;
  equation
    connect(axle.b, axis);
    connect(axle.a, support);
    frame.r = 0;
  end Joint;
  model Damper
    Flange a, b;
  equation
    a.tau = der(a.phi) - der(b.phi);
    a.tau + b.tau = 0;
  end Damper;
  model Arm
    Joint joint;
    Damper damper;
  equation
    connect(joint.frame, damper.b);
    connect(joint.support, damper.a);
  end Arm;
end ConnectFitsInside;
