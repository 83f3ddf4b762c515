model StructValueForStartOutside "the level at the start is given as a value, where the tank is declared"
  connector Port
    Real p;
    flow Real q;
  end Port;
  model Tank
    Port port;
    Real h(start = 1, fixed = true);
  equation
    der(h) = port.q;
    port.p = 9810*h;
  end Tank;
  model Pipe
    Port a, b;
  equation
    a.q = 1e-5*(a.p - b.p);
    a.q + b.q = 0;
  end Pipe;
  parameter Real h0 = 2;
  Tank t1(h = h0), t2;
  Pipe pipe;
equation
  connect(t1.port, pipe.a);
  connect(t2.port, pipe.b);
end StructValueForStartOutside;
