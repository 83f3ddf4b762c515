package P
  expandable connector Bus
  end Bus;
  connector In = input Real;
  connector Out = output Real;
  model Plant
    Bus bus;
    Out speed = 3;
    model Inside
      In u;
      Real y = 2*u;
    end Inside;
    Inside drive;
  equation
    connect(speed, bus.speed);
    connect(bus.torque, drive.u);
  end Plant;
  model Controller
    Bus bus;
    Out k = 5;
  equation
    connect(k, bus.torque);
  end Controller;
end P;
model ExpandableLonely "The buses are not connected"
  P.Plant plant;
  P.Controller controller;
end ExpandableLonely;
