// Roots: the lowest priority number, the first among equals; what is written for roots holds for
// them only, element by element of an array of bodies. An array of a record is a node each.
package Mech
  type Matrix = Real[2, 2];
  type Orientation
    extends Matrix;
    function equalityConstraint
      input Orientation a;
      input Orientation b;
      output Real residue[1];
    algorithm
      residue := {a[1, 1]*b[2, 1] - a[2, 1]*b[1, 1]};
    end equalityConstraint;
  end Orientation;
  connector Frame
    Orientation R;
    flow Real t;
  end Frame;
  model Body
    Frame f;
    parameter Integer level = 0;
    Real phi(start = 0, fixed = Connections.isRoot(f.R));
  equation
    Connections.potentialRoot(f.R, priority = level);
    if Connections.isRoot(f.R) then
      f.R = [cos(phi), -sin(phi); sin(phi), cos(phi)];
    else
      phi = atan2(f.R[2, 1], f.R[1, 1]);
    end if;
    der(phi) = f.t;
  end Body;
end Mech;

model OverconstrainedRoots
  Mech.Body b[3](level = {2, 1, 1});
  Mech.Body alone;
  Boolean chosen[3] = {Connections.isRoot(b[i].f.R) for i in 1:3};
equation
  connect(b[1].f, b[2].f);
  for i in 2:2 loop
    connect(b[i].f, b[i + 1].f);
  end for;
end OverconstrainedRoots;
