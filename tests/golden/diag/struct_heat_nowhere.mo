package P
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector HeatPort
    Real T;
    flow Real Q;
  end HeatPort;
  model Source
    Pin p;
  equation
    p.v = 10;
  end Source;
  model HeatingResistor "to ground"
    Pin p;
    HeatPort port;
    parameter Real R = 10;
  equation
    p.v = R*p.i;
    port.Q = -p.v*p.i;
  end HeatingResistor;
end P;
model M "The losses cannot leave"
  P.Source s;
  P.HeatingResistor r;
equation
  connect(s.p, r.p);
end M;
