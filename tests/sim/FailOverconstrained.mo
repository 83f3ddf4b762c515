//! run --stop 1
//! status 3
//! stderr angles differ
package Angles
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a;
      input Angle b;
      output Real residue[0];
    algorithm
      assert(abs(a - b) < 1e-9, "angles differ");
    end equalityConstraint;
  end Angle;
  connector Plug
    Angle theta;
    Real v;
    flow Real i;
  end Plug;
  model Source
    Plug p;
    parameter Real w = 1;
  equation
    Connections.root(p.theta);
    p.theta = w*time;
    p.v = 1 + p.i;
  end Source;
end Angles;

model FailOverconstrained "Two sources of different frequency: nothing is left but the assertion"
  Angles.Source a, b(w = 2);
equation
  connect(a.p, b.p);
end FailOverconstrained;
