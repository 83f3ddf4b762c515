type Reference
  extends Real;
  function equalityConstraint
    input Reference a;
    input Reference b;
    output Real residue[0];
  algorithm
    assert(a == b, "differ");
  end equalityConstraint;
end Reference;
connector Pin
  Real v;
  flow Real i;
  Reference r;
end Pin;
model M
  Pin p;
equation
  Connections.root(p.r);
  p.v = 1;
  p.r = 2;
end M;
