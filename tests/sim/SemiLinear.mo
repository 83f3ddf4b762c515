//! run --stop 6.283185307179586 --interval 0.05
//! run --stop 6.283185307179586 --interval 0.05 --method ida
//! expect v["middle.p.m"] = sin(t) within 1e-9
//! expect v["left.p.h"] = (3 if sin(t) >= 0 else 8) if abs(sin(t)) > 1e-9 else v["left.p.h"] within 1e-12
//! expect v["middle.h"] = v["left.p.h"] within 1e-12
//! expect v["right.p.h"] = v["left.p.h"] within 1e-12
//! expect v["right.p.H"] = (3*sin(t) if sin(t) >= 0 else 8*sin(t)) within 1e-9
//! expect v["closed.p.h"] = 7 within 1e-12
//! expect v["stopped.p.h"] = 4 within 1e-12
model SemiLinear "flow that reverses, through elements without content; ends where nothing flows"
  connector Port
    Real p;
    flow Real m;
    Real h;
    flow Real H;
  end Port;
  model End "of constant enthalpy"
    parameter Real h;
    Port p;
  equation
    p.p = 1;
    p.H = semiLinear(p.m, p.h, h);
  end End;
  model Pump "gives the flow"
    parameter Real h;
    Port p;
  equation
    p.m = -sin(time);
    semiLinear(p.m, p.h, h) = p.H;
  end Pump;
  model Filter "between two ports, without content"
    Port p, q;
    Real h;
  equation
    p.m + q.m = 0;
    p.H + q.H = 0;
    p.H = semiLinear(p.m, p.h, h);
    q.H = semiLinear(q.m, q.h, h);
    p.p = q.p;
  end Filter;
  model Wall
    Port p;
  equation
    p.m = 0;
    p.H = 0;
  end Wall;
  Pump left(h = 3);
  Filter middle;
  End right(h = 8), closed(h = 7), stopped(h = 4);
  Wall wall;
equation
  connect(left.p, middle.p);
  connect(middle.q, right.p);
  connect(stopped.p, wall.p);
end SemiLinear;
