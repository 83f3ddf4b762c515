//! run --stop 2
//! expect p2 = p1 within 1e-9
//! expect p1 = 1 - t/4 within 1e-6
//! expect m = 1/4 within 1e-6
model DeclaredZero "A resistance that is an input, declared by parameters that make it 0: its ends are one node"
  connector Port
    Real p;
    flow Real m;
  end Port;
  model Tank
    parameter Real outflow = 0;
    Port port;
  equation
    der(port.p) = port.m - outflow;
  end Tank;
  model Pipe
    input Real R;
    Port a, b;
  equation
    a.m*R = a.p - b.p;
    a.m + b.m = 0;
  end Pipe;
  model Exchanger
    parameter Integer n = 2;
    parameter Real before = 3;
    parameter Real behind = 3;
    input Real R = (before - behind)/4;
    Pipe pipe(R = R/n);
    Port a, b;
  equation
    connect(a, pipe.a);
    connect(pipe.b, b);
  end Exchanger;
  Tank tank1(port.p(start = 1, fixed = true));
  Tank tank2(outflow = 0.5);
  Exchanger exchanger;
  Real p1 = tank1.port.p;
  Real p2 = tank2.port.p;
  Real m = exchanger.a.m;
equation
  connect(tank1.port, exchanger.a);
  connect(exchanger.b, tank2.port);
end DeclaredZero;
