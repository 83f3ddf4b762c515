// A subgraph without any root.
package Ov
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
    Phase phase;
    Real v;
    flow Real i;
  end Plug;
  model Source
    Plug p;
  equation
    Connections.root(p.phase);
    p.phase = Phase(cos(time), sin(time));
    p.v = 1;
  end Source;
  model Line
    Plug p, n;
  equation
    Connections.branch(p.phase, n.phase);
    n.phase = p.phase;
    p.i + n.i = 0;
    p.v - n.v = p.i;
  end Line;
end Ov;

model NoRoot
  Ov.Line a, b;
equation
  connect(a.n, b.p);
  connect(b.n, a.p);
end NoRoot;
