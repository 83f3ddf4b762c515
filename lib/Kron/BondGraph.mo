within Kron;
package BondGraph "Bond graphs: effort and flow, whose product is power, whatever the domain"
  /* The flow of every bond counts into the element, so connecting bonds makes a 0-junction: one
     effort, flows that sum up to zero. A 1-junction is an element, because it needs directions. The
     classes are those of lib/bondgraph.dym, where the same variables have the same names.

     A capacitance that depends on others goes on a 1-junction together with a residual sink of
     flow, RSf; an inertance that does, on a 0-junction together with a residual sink of effort,
     RSe. */

  connector Bond "End of a bond: an effort, and the flow into the element"
    Real e "Effort: voltage, force, torque, pressure";
    flow Real f "Flow: current, velocity, angular velocity, volume flow";
  end Bond;

  connector PlanarBond "The bonds of a pin in a plane: forces and velocities along x and y"
    Bond x;
    Bond y;
  end PlanarBond;

  partial model OnePort "One bond; power into the element counts positive"
    Bond bond;
    Real e "Effort";
    Real f "Flow into the element";
  equation
    e = bond.e;
    f = bond.f;
  end OnePort;

  partial model Source "One bond; power out of the element counts positive"
    Bond bond;
    Real e "Effort";
    Real f "Flow out of the element";
  equation
    e = bond.e;
    f = -bond.f;
  end Source;

  partial model TwoPort "Two bonds; power goes through from a to b"
    Bond a "Where power comes in";
    Bond b "Where it goes out";
    Real e1 "Effort at a";
    Real f1 "Flow in at a";
    Real e2 "Effort at b";
    Real f2 "Flow out at b";
  equation
    e1 = a.e;
    f1 = a.f;
    e2 = b.e;
    f2 = -b.f;
  end TwoPort;

  // Stores and losses

  model C "Capacitance: capacitor, spring, tank"
    extends OnePort;
    parameter Real c = 1 "Capacitance";
  equation
    c*der(e) = f;
  end C;

  model I "Inertance: inductor, mass, moment of inertia"
    extends OnePort;
    parameter Real i = 1 "Inertance";
  equation
    i*der(f) = e;
  end I;

  model R "Resistance: resistor, damper, valve"
    extends OnePort;
    parameter Real r = 1 "Resistance";
  equation
    e = r*f;
  end R;

  // Sources

  model SE "Source of effort"
    extends Source;
    parameter Real e0 = 0 "Effort";
  equation
    e = e0;
  end SE;

  model SF "Source of flow"
    extends Source;
    parameter Real f0 = 0 "Flow";
  equation
    f = f0;
  end SF;

  model MSE "Source of effort given by a signal"
    extends Source;
    Blocks.Interfaces.RealInput e0 "Effort";
  equation
    e = e0;
  end MSE;

  model MSF "Source of flow given by a signal"
    extends Source;
    Blocks.Interfaces.RealInput f0 "Flow";
  equation
    f = f0;
  end MSF;

  // Transformers and gyrators

  model TF "Transformer: gear, lever, piston"
    extends TwoPort;
    parameter Real m = 1 "Flow at b per flow at a";
  equation
    e1 = m*e2;
    f2 = m*f1;
  end TF;

  model GY "Gyrator: motor, pump"
    extends TwoPort;
    parameter Real r = 1 "Effort at one side per flow at the other";
  equation
    e1 = r*f2;
    e2 = r*f1;
  end GY;

  model MTF "Transformer whose ratio is a signal"
    extends TwoPort;
    Blocks.Interfaces.RealInput m "Flow at b per flow at a";
  equation
    e1 = m*e2;
    f2 = m*f1;
  end MTF;

  model MGY "Gyrator whose ratio is a signal"
    extends TwoPort;
    Blocks.Interfaces.RealInput r "Effort at one side per flow at the other";
  equation
    e1 = r*f2;
    e2 = r*f1;
  end MGY;

  // Junctions

  model Junction0 "0-junction: one effort, the flows sum up to zero"
    parameter Integer n(min = 1) = 3 "Number of bonds";
    Bond bond[n];
    Real e "Effort of all bonds";
  equation
    for i in 1:n loop
      bond[i].e = e;
    end for;
    sum(bond.f) = 0;
  end Junction0;

  model Junction1 "1-junction: one flow, the efforts sum up to zero"
    parameter Integer n(min = 1) = 3 "Number of bonds";
    parameter Integer direction[n] = cat(1, {1}, fill(-1, n - 1))
      "1: power comes in by the bond, -1: it goes out; as a rule in by the first, out by the others"
      annotation(Evaluate = true);
    Bond bond[n];
    Real f "Flow of all bonds in their directions";
  equation
    for i in 1:n loop
      bond[i].f = direction[i]*f;
    end for;
    sum(direction[i]*bond[i].e for i in 1:n) = 0;
  end Junction1;

  // Residual sinks: they do not change the model; each names a tearing variable and its equation

  model RSf "Residual sink of flow: takes whatever flow makes its effort vanish"
    extends OnePort;
  equation
    e = time*Kron.residue(f);
  end RSf;

  model RSe "Residual sink of effort: has whatever effort makes its flow vanish"
    extends OnePort;
  equation
    f = time*Kron.residue(e);
  end RSe;

  // Sensors

  model EffortSensor "Effort of a 0-junction"
    extends OnePort;
    Blocks.Interfaces.RealOutput y "Effort";
  equation
    f = 0;
    y = e;
  end EffortSensor;

  model FlowSensor "Flow of a 1-junction"
    extends OnePort;
    Blocks.Interfaces.RealOutput y "Flow";
  equation
    e = 0;
    y = f;
  end FlowSensor;

  model MomentumSensor "Integral of the effort of a 0-junction: momentum, flux"
    extends OnePort;
    Blocks.Interfaces.RealOutput y "Momentum";
  equation
    f = 0;
    der(y) = e;
  end MomentumSensor;

  model DisplacementSensor "Integral of the flow of a 1-junction: way, angle, charge"
    extends OnePort;
    Blocks.Interfaces.RealOutput y "Displacement";
  equation
    e = 0;
    der(y) = f;
  end DisplacementSensor;

  // Rigid bodies in a plane

  partial model Planar "What a body with one pin and one with two have in common"
    parameter Real m = 1 "Mass";
    parameter Real Jc = 1 "Moment of inertia about the centre of gravity";
    parameter Real d = 1 "Distance of the centre of gravity from a";
    parameter Real g = 9.81 "Gravity along -y";
    parameter Boolean driven = false "A torque comes by the bond t";
    PlanarBond a "Pin: a force acts on the body";
    Bond t if driven "Torque on the body, and its angular velocity";
    Real th "Angle, counter-clockwise; at 0 the centre of gravity hangs below a";
    I X(i = m) "Inertance along x";
    I Y(i = m) "Inertance along y";
    I J(i = Jc) "Inertance of rotation";
    RSe SX "X depends on others";
    RSe SY "Y depends on others";
    SE G(e0 = m*g) "Weight";
    SE free(e0 = 0) if not driven "No torque";
    MTF TXA(m = d*cos(th)) "From rotation to the velocity of a along x";
    MTF TYA(m = d*sin(th)) "From rotation to the velocity of a along y";
  equation
    der(th) = J.f;
    connect(X.bond, SX.bond);
    connect(Y.bond, SY.bond);
    connect(TXA.b, a.x);
    connect(TYA.b, a.y);
  end Planar;

  model PlanarBody "A rigid body with one pin"
    extends Planar;
    Junction1 x(n = 2) "Velocity of the centre of gravity along x";
    Junction1 y(n = 3) "Velocity of the centre of gravity along y";
    Junction1 r(n = 4) "Angular velocity";
  equation
    connect(a.x, x.bond[1]);
    connect(x.bond[2], X.bond);
    connect(a.y, y.bond[1]);
    connect(y.bond[2], Y.bond);
    connect(y.bond[3], G.bond);
    connect(t, r.bond[1]);
    connect(free.bond, r.bond[1]);
    connect(r.bond[2], J.bond);
    connect(r.bond[3], TXA.a);
    connect(r.bond[4], TYA.a);
  end PlanarBody;

  model PlanarLink "A rigid body with two pins on a line through its centre of gravity"
    extends Planar;
    parameter Real l = 1 "Distance of the pin b from the centre of gravity";
    PlanarBond b "Pin: the body acts with a force on what is there";
    Junction1 x(n = 3) "Velocity of the centre of gravity along x";
    Junction1 y(n = 4) "Velocity of the centre of gravity along y";
    Junction1 r(n = 6) "Angular velocity";
    MTF TXB(m = l*cos(th)) "From rotation to the velocity of b along x";
    MTF TYB(m = l*sin(th)) "From rotation to the velocity of b along y";
  equation
    connect(a.x, x.bond[1]);
    connect(x.bond[2], X.bond);
    connect(x.bond[3], b.x);
    connect(a.y, y.bond[1]);
    connect(y.bond[2], Y.bond);
    connect(y.bond[3], G.bond);
    connect(y.bond[4], b.y);
    connect(t, r.bond[1]);
    connect(free.bond, r.bond[1]);
    connect(r.bond[2], J.bond);
    connect(r.bond[3], TXA.a);
    connect(r.bond[4], TYA.a);
    connect(r.bond[5], TXB.a);
    connect(TXB.b, b.x);
    connect(r.bond[6], TYB.a);
    connect(TYB.b, b.y);
  end PlanarLink;
end BondGraph;
