// A ring of four lines and a source: one connection is broken and becomes a constraint. The third of
// three connections among c.p, d.p and e.p says nothing new. The angle is a type, the frame a record.
package Ac
  type Angle
    extends Real(unit = "rad");
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
      assert(abs(a - b) < 1e-10, "angles differ");
    end equalityConstraint;
  end Angle;
  record Phase
    Real c, s;
    function equalityConstraint
      input Phase a;
      input Phase b;
      output Real residue[1];
    algorithm
      residue := {a.s*b.c - a.c*b.s};
    end equalityConstraint;
  end Phase;
  connector Plug
    Angle theta;
    Phase phase;
    Real v;
    flow Real i;
  end Plug;
  model Source
    Plug p;
  equation
    Connections.root(p.theta);
    Connections.root(p.phase);
    p.theta = time;
    p.phase = Phase(cos(time), sin(time));
    p.v = 1;
  end Source;
  model Line
    Plug p, n;
    Boolean forward = Connections.rooted(p.theta);
  equation
    Connections.branch(p.theta, n.theta);
    Connections.branch(p.phase, n.phase);
    n.theta = p.theta;
    if Connections.rooted(p.phase) then
      n.phase = p.phase;
    else
      p.phase = n.phase;
    end if;
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Line;
end Ac;

model OverconstrainedLoop
  Ac.Source s;
  Ac.Line a, b, c, d;
equation
  connect(s.p, a.p);
  connect(a.n, b.p);
  connect(b.n, c.n);
  connect(c.p, d.p);
  connect(d.p, c.p);
  connect(d.n, s.p);
end OverconstrainedLoop;
