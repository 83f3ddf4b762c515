// Where the operators cannot stand, and what they take.
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

function f
  input Real x;
  output Boolean y = Connections.isRoot(x);
end f;
model Misuse
  Ov.Source s;
  Boolean a = Connections.branch(s.p.phase, s.p.phase);
  Boolean b = Connections.isRoot(3);
  Boolean c = f(1);
  Integer d = cardinality(s);
  Boolean e = Connections.leaf(s.p.phase);
equation
  when time > 1 then
    Connections.root(s.p.phase);
  end when;
  Connections.branch(s.p.phase);
end Misuse;
