//! run --stop 1
//! stderr connections need as many of each
//! expect v["body.T"] = 300 - 20*exp(-2*t) within 1e-3
model ConnectorDimensions "A connector that has a dimension beside its flow: the count of all equations is what matters"
  connector Port
    Real T;
    flow Real Q;
    Real A;
  end Port;
  model Body
    Port p;
    Real T(start = 280, fixed = true);
  equation
    p.T = T;
    p.A = 2;
    der(T) = p.Q;
  end Body;
  model Air
    Port p;
  equation
    p.Q = p.A*(p.T - 300);
  end Air;
  Body body;
  Air air;
equation
  connect(body.p, air.p);
end ConnectorDimensions;
