model StructPortOpen "a heat port that is not connected: its temperature has no influence, as a parameter is 0"
  connector HeatPort
    Real T;
    flow Real Q;
  end HeatPort;
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Boolean useHeatPort = false;
    parameter Real alpha = 0, R = 10;
    HeatPort heatPort(T = T, Q = -loss) if useHeatPort;
    Real T, loss, R_actual;
  equation
    if not useHeatPort then
      T = 300;
    end if;
    R_actual = R*(1 + alpha*(T - 300));
    p.v - n.v = R_actual*p.i;
    p.i + n.i = 0;
    loss = (p.v - n.v)*p.i;
  end Resistor;
  model Source
    Pin p, n;
  equation
    p.v = 10;
    n.v = 0;
  end Source;
  Resistor r(useHeatPort = true);
  Source s;
equation
  connect(s.p, r.p);
  connect(s.n, r.n);
end StructPortOpen;
