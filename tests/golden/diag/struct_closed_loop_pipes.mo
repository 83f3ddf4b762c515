model M "Closed circuit of pump and pipes without a pressure reference"
  connector Port
    Real p;
    flow Real m;
  end Port;
  model Pump
    Port a, b;
  equation
    a.m + b.m = 0;
    b.p - a.p = 3 - 0.1*a.m^2;
  end Pump;
  model Pipe
    Port a, b;
    parameter Real k = 2;
  equation
    a.m + b.m = 0;
    a.p - b.p = k*a.m*abs(a.m);
  end Pipe;
  Pump pump;
  Pipe pipe1, pipe2(k = 3);
equation
  connect(pump.b, pipe1.a);
  connect(pipe1.b, pipe2.a);
  connect(pipe2.b, pump.a);
end M;
