model M "Two fixed pressures joined directly"
  connector Port
    Real p;
    flow Real m;
  end Port;
  model Boundary
    Port port;
    parameter Real p = 1;
  equation
    port.p = p;
  end Boundary;
  model Pipe
    Port a, b;
  equation
    a.m + b.m = 0;
    a.p - b.p = 2*a.m*abs(a.m);
  end Pipe;
  Boundary b1(p = 2), b2(p = 1);
  Pipe pipe;
equation
  connect(b1.port, pipe.a);
  connect(pipe.a, b2.port);
  connect(pipe.b, b2.port);
end M;
