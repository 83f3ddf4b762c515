model ConnectSignalToOwnPort
  connector HeatPort
    Real T;
    flow Real Q;
  end HeatPort;
  connector RealInput = input Real;
  connector RealOutput = output Real;
  model Heater
    RealInput u;
    HeatPort port;
  equation
    port.Q = -u;
  end Heater;
  model Wall
    HeatPort port;
  equation
    port.Q = 10*(port.T - 280);
  end Wall;
  model Power
    RealOutput y = 100*sin(time);
  end Power;
  Power power;
  Heater heater;
  Wall wall;
equation
  connect(heater.u, heater.port);
  connect(heater.port, wall.port);
end ConnectSignalToOwnPort;
