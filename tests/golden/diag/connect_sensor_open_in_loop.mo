package Loop
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  connector In = input Real;
  connector Out = output Real;
  model Drive "What its input is to be follows from the flange"
    Flange f;
    In u;
  equation
    u = f.tau;
  end Drive;
  model Inertia
    Flange f;
    Real w(start = 0, fixed = true);
    Real phi(start = 0, fixed = true);
  equation
    f.phi = phi;
    der(phi) = w;
    der(w) = f.tau;
  end Inertia;
  model Sensor
    Flange f;
    Out w;
  equation
    w = der(f.phi);
    f.tau = 0;
  end Sensor;
  model Controller
    In measured;
    Out y;
  equation
    y = 3*(1 - measured);
  end Controller;
end Loop;
model LoopOpen
  Loop.Drive drive;
  Loop.Inertia inertia;
  Loop.Sensor sensor;
  Loop.Controller control;
equation
  connect(drive.f, inertia.f);
  connect(sensor.w, control.measured);
  connect(control.y, drive.u);
end LoopOpen;
