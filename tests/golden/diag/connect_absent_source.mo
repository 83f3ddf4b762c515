model ConnectAbsentSource "The connector that a source is connected with is not there"
  connector Heat
    Real T;
    flow Real Q;
  end Heat;
  model Source
    parameter Real Q = 100, alpha = 0;
    Heat port;
  equation
    port.Q = -Q*(1 + alpha*(port.T - 300));
  end Source;
  model Tank
    parameter Boolean heated = false;
    Real T(start = 290, fixed = true);
    Heat port if heated;
  protected
    Heat inner_port;
  equation
    connect(port, inner_port);
    inner_port.T = T;
    4000*der(T) = inner_port.Q;
  end Tank;
  Source source;
  Tank tank;
equation
  connect(source.port, tank.port);
end ConnectAbsentSource;
