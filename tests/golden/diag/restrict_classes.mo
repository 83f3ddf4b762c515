// Specification 4.7, 5.4, 7.3, 9.3.1: what may stand in a record or connector; what may be
// redeclared or inner; as many flows as potentials.
model Box
  Real x = 1;
end Box;
connector Pin
  Real v;
  flow Real i;
end Pin;
record WithModel
  Box b;
end WithModel;
record WithConnector
  Pin p;
end WithConnector;
connector WithBlock
  Box b;
  Real v;
  flow Real i;
end WithBlock;
connector Fluid "two potentials, one flow; streams do not count"
  Real p;
  Real T;
  flow Real m_flow;
  stream Real h;
end Fluid;
type Angles
  extends Real;
  function equalityConstraint
    input Angles a;
    input Angles b;
    output Real residue[2];
  algorithm
    residue := {a - b, 0};
  end equalityConstraint;
end Angles;
connector Frame "its angles count twice"
  Angles R;
  flow Real t;
end Frame;
model Outer
  outer parameter Real k;
  Real y = k;
end Outer;
model Sized
  replaceable Real v[2] = {1, 2};
end Sized;
model Test
  WithModel a;
  WithConnector b;
  WithBlock c;
  Fluid d;
  Frame e;
  inner Real k = time;
  Outer f;
  Sized g(redeclare Real v[3] = {1, 2, 3});
end Test;
