package NetworkSignOfStorage "what flows in makes the level fall; the spring pushes where it should pull"
  connector Port
    Real p;
    flow Real q;
  end Port;
  model Tank
    Port port;
    parameter Real A = 2;
    Real h(start = 1, fixed = true);
  equation
    port.p = 9810*h;
    A*der(h) = -port.q;
  end Tank;
  model Pipe
    Port a, b;
    parameter Real k = 1e-6;
  equation
    a.q = k*(a.p - b.p);
    a.q + b.q = 0;
  end Pipe;
  model Hose "a pipe whose flow goes uphill"
    Port a, b;
    parameter Real k = 1e-6;
  equation
    a.q = k*(b.p - a.p);
    a.q + b.q = 0;
  end Hose;
  model Open
    Port port;
  equation
    port.p = 0;
  end Open;
  model Plant
    Tank tank, second;
    Pipe pipe;
    Hose hose;
    Open open;
  equation
    connect(tank.port, pipe.a);
    connect(pipe.b, second.port);
    connect(second.port, hose.a);
    connect(hose.b, open.port);
  end Plant;
end NetworkSignOfStorage;
