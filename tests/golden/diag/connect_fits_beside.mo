model ConnectFitsBeside "a shaft is connected to the frame of a hinge, and to the signal of a sensor"
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  connector Frame
    Real x, y;
    flow Real fx, fy;
  end Frame;
  connector Out = output Real;
  model Drive
    Flange flange;
  equation
    flange.tau = -1;
  end Drive;
  model Hinge
    Frame a, b;
    Flange axis;
  equation
    a.x = b.x;
    a.y = b.y;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    der(axis.phi) = axis.tau;
  end Hinge;
  model Sensor
    Flange flange;
    Out w = der(flange.phi);
  equation
    flange.tau = 0;
  end Sensor;
  Drive drive;
  Hinge hinge;
  Sensor sensor;
equation
  connect(drive.flange, hinge.b);
  connect(hinge.axis, sensor.w);
end ConnectFitsBeside;
