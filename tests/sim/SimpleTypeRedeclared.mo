//! run --stop 1
//! expect v["n.m.x"] = 3*exp(-t) within 1e-5
//! expect v["n.m.y"] = v["n.m.x"] + t within 1e-9
//! expect v["n.lowest"] = -2 within 1e-12
model SimpleTypeRedeclared "A simple type may extend a replaceable type of its own"
  type Torque = Real(unit = "N.m", start = 3);
  connector Signal
    replaceable type SignalType = Real;
    extends SignalType;
  end Signal;
  connector RealInput = input Signal;
  connector RealOutput = output Signal;
  model M
    RealInput tau(redeclare type SignalType = Torque);
    Signal x(redeclare type SignalType = Torque, fixed = true) "starts at 3";
    RealOutput y;
  equation
    der(x) = -x;
    y = tau + x;
  end M;
  model N
    M m;
    RealOutput z;
    parameter Signal low(redeclare type SignalType = Real(start = -2));
    Real lowest = low;
  equation
    z = time;
    connect(z, m.tau);
  end N;
  N n;
end SimpleTypeRedeclared;
