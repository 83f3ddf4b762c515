model stream_flows "a connector with streams has exactly one flow, a scalar"
  connector None
    Real p;
    stream Real h;
  end None;
  connector Several
    Real p, q;
    flow Real m, n;
    stream Real h;
  end Several;
  connector Vector
    Real p[2];
    flow Real m[2];
    stream Real h;
  end Vector;
  connector Plain
    Real p;
    flow Real m;
    output Real h;
  end Plain;
  connector Right
    Real p;
    flow Real m;
    stream Real h;
  end Right;
  None a(h = 1);
  Several b(h = 1);
  Vector c(h = 1);
  Plain d;
  Right e;
equation
  connect(d, e);
end stream_flows;
