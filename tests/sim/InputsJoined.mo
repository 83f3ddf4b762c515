//! run --stop 1
//! stderr both are sources of a signal
//! expect y = 3*t within 1e-12
model InputsJoined "Two inputs of a component are connected in it, and one of them outside: libraries do"
  connector In = input Real;
  connector Out = output Real;
  model Monitor
    In value;
    In measured;
    Real y = 3*value;
  equation
    connect(measured, value);
  end Monitor;
  model Source
    Out o = time;
  end Source;
  Monitor m;
  Source s;
  Real y = m.y;
equation
  connect(s.o, m.measured);
end InputsJoined;
