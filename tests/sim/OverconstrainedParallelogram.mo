//! run --stop 3 --tolerance 1e-9 --vars *
//! run --stop 3 --tolerance 1e-9 --method cvode --vars *
//! expect v["j1.phi"] + v["j2.phi"] = 0 within 1e-8
//! expect v["b.y"] = -cos(v["j1.phi"]) within 1e-8
//! expect v["b.x"] = 1 + sin(v["j1.phi"]) within 1e-8
//! expect 0.5*v["j1.w"]**2 - 9.81*cos(v["j1.phi"]) = -9.81*cos(0.5) within 1e-5
//! expect v["closed"] = 1 within 1e-12
package Plane "Frames with a redundant orientation: cosine and sine"
  record Orientation
    Real c, s;
    encapsulated function equalityConstraint
      import Plane.Orientation;
      input Orientation a;
      input Orientation b;
      output Real residue[1];
    algorithm
      residue := {a.s*b.c - a.c*b.s};
      annotation(Inline = true);
    end equalityConstraint;
  end Orientation;

  function turned
    input Orientation R;
    input Real phi;
    output Orientation S;
  algorithm
    S := Orientation(c = R.c*cos(phi) - R.s*sin(phi), s = R.s*cos(phi) + R.c*sin(phi));
    annotation(Inline = true);
  end turned;

  connector Frame
    Real x, y;
    Orientation R;
    flow Real fx, fy, t;
  end Frame;

  model Fixed
    Frame b;
    parameter Real x = 0;
  equation
    Connections.root(b.R);
    b.x = x;
    b.y = 0;
    b.R = Orientation(c = 1, s = 0);
  end Fixed;

  model Revolute
    Frame a, b;
    Real phi, w;
  equation
    Connections.branch(a.R, b.R);
    b.x = a.x;
    b.y = a.y;
    if Connections.rooted(a.R) then
      b.R = turned(a.R, phi);
    else
      a.R = turned(b.R, -phi);
    end if;
    w = der(phi);
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t = 0;
    b.t = 0;
  end Revolute;

  model Rod
    Frame a, b;
    parameter Real r[2];
    Real d[2] = {a.R.c*r[1] - a.R.s*r[2], a.R.s*r[1] + a.R.c*r[2]};
  equation
    Connections.branch(a.R, b.R);
    b.x = a.x + d[1];
    b.y = a.y + d[2];
    b.R = a.R;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t + d[1]*b.fy - d[2]*b.fx = 0;
  end Rod;

  model Mass
    Frame a;
    Real x = a.x, y = a.y, vx = der(x), vy = der(y);
  equation
    Connections.potentialRoot(a.R);
    der(vx) = a.fx;
    der(vy) = a.fy - 9.81;
    a.t = 0;
    assert(not Connections.isRoot(a.R), "the frame of reference is the root");
  end Mass;
end Plane;

model OverconstrainedParallelogram "The coupler stays horizontal, the mass on it moves like a pendulum"
  import Plane.*;
  Fixed left, right(x = 2);
  Revolute j1(phi(start = 0.5, fixed = true, stateSelect = StateSelect.always),
              w(start = 0, fixed = true, stateSelect = StateSelect.always));
  Revolute j2(phi(start = -0.5)), j3(phi(start = 0.5)), j4(phi(start = -0.5));
  Rod down(r = {0, -1}), half[2](each r = {1, 0}), up(r = {0, 1});
  Mass b;
  Integer closed = cardinality(right.b);
equation
  connect(left.b, j1.a);
  connect(j1.b, down.a);
  connect(down.b, j2.a);
  connect(j2.b, half[1].a);
  connect(half[1].b, half[2].a);
  connect(half[1].b, b.a);
  connect(half[2].b, j3.a);
  connect(j3.b, up.a);
  connect(up.b, j4.a);
  connect(j4.b, right.b);
end OverconstrainedParallelogram;
