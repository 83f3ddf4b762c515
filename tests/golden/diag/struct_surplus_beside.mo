package P
  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    Port port;
  equation
    port.p = 2e5;
    port.h = 1e5;
  end Source;
  model Pipe
    Port a, b;
  equation
    a.m + b.m = 0;
    a.m = 1e-5*(a.p - b.p);
    a.p = b.p;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Tank
    Port port;
    Real M(start = 100, fixed = true);
  equation
    der(M) = port.m;
    port.h = 1e5;
    port.p = 1e5 + 10*M;
  end Tank;
end P;
model SurplusBeside
  P.Source s;
  P.Pipe pipe;
  P.Tank tank;
equation
  connect(s.port, pipe.a);
  connect(pipe.b, tank.port);
end SurplusBeside;
