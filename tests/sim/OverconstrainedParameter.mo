//! run --stop 1 --vars *
//! expect v["b[1].x"] = t within 1e-12
//! expect v["b[2].x"] = t within 1e-12
//! expect v["b[1].root"] = 1 within 0
//! expect v["b[2].root"] = 0*t within 0
package Rooted
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
  model Body
    Plug p;
    Real x = p.theta;
    final parameter Boolean root = Connections.isRoot(p.theta);
  equation
    Connections.potentialRoot(p.theta);
    if root then
      p.theta = time;
    end if;
    p.v = 1 + p.i;
  end Body;
end Rooted;

model OverconstrainedParameter "A parameter that tells whether it is a root decides about equations"
  Rooted.Body b[2];
equation
  connect(b[1].p, b[2].p);
end OverconstrainedParameter;
