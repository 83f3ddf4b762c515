//! run --stop 1
//! status 0
//! expect v["b.p.omega"] = 1 + t within 1e-12
//! expect v["c.p.v"] = 4 within 1e-12
model ConstraintWithoutBody "An equalityConstraint that returns nothing needs no algorithm"
  type Reference
    extends Real;
    function equalityConstraint
      input Reference a;
      input Reference b;
      output Real residue[0];
    end equalityConstraint;
  end Reference;
  connector Port
    Real v;
    flow Real i;
    Reference omega;
  end Port;
  model Source
    Port p;
  equation
    Connections.root(p.omega);
    p.omega = 1 + time;
    p.v = 4;
  end Source;
  model Line
    Port p, n;
  equation
    Connections.branch(p.omega, n.omega);
    p.omega = n.omega;
    p.v = n.v + p.i;
    p.i + n.i = 0;
  end Line;
  model Load
    Port p;
  equation
    p.i = 0;
  end Load;
  Source a;
  Line one, two;
  Load b, c;
equation
  connect(a.p, one.p);
  connect(a.p, two.p);
  connect(one.n, two.n);
  connect(one.n, b.p);
  connect(two.n, c.p);
end ConstraintWithoutBody;
