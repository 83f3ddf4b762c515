model Bound
  connector RI = input Real;
  connector F
    Real s;
    flow Real f;
  end F;
  model Force
    F flange;
    RI u;
  equation
    flange.f = -u;
  end Force;
  model Mass
    F a;
    Real v(start = 0, fixed = true), s(start = 0, fixed = true);
  equation
    a.s = s;
    der(s) = v;
    der(v) = a.f;
  end Mass;
  Force force(u = time);
  Mass m;
equation
  connect(force.flange, m.a);
end Bound;
