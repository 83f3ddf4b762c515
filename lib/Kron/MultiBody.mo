within Kron;
package MultiBody "Mechanisms in space: bodies, bars, joints, forces"
  /* A frame carries velocities and accelerations beside its place and orientation, all resolved in the
     world, as in the paper on relaxing: trees need no differentiation, and each element is one step of
     the recursion. Motion is handed from the root of the tree to its leaves, forces from the leaves to
     the root. Connections.rooted says on which side of an element the root is, so elements may be
     connected either way round: accelerations from the root's side are relaxed in every joint, and the
     acceleration of its coordinate is torn, which gives an effort that is constant for each body.

     Where connections close a loop, places and orientations agree; their derivatives follow. */

  record Motion "Where a frame is, how it moves and accelerates, resolved in the world"
    Units.Position r[3] "Place of its origin";
    Real R[3, 3] "Its axes as columns: R*x is the vector x of the frame in the world";
    Units.Velocity v[3] "Velocity of its origin";
    Units.AngularVelocity w[3] "Angular velocity";
    Units.Acceleration a[3] "Acceleration of its origin";
    Units.AngularAcceleration z[3] "Angular acceleration";

    encapsulated function equalityConstraint "Zero if two frames agree in place and orientation"
      import Kron.MultiBody.Motion;
      input Motion one;
      input Motion two;
      output Real residue[6];
    algorithm
      residue := cat(1, two.r - one.r, {one.R[:, 2]*two.R[:, 3], one.R[:, 3]*two.R[:, 1], one.R[:, 1]*two.R[:, 2]});
      annotation(Inline = true);
    end equalityConstraint;
  end Motion;

  connector Frame "A place on a body with three axes, and what acts on the element there"
    Motion motion "Place, orientation, velocities, accelerations";
    flow Units.Force f[3] "Force into the element, resolved in the world";
    flow Units.Torque t[3] "Torque into the element, resolved in the world";
  end Frame;

  function turned "Axes that are turned by quaternions against others, as columns; the length of Q has no effect"
    input Real Q[4] "Axis times sine, then cosine of half the angle";
    output Real T[3, 3];
  algorithm
    T := ((Q[4]^2 - Q[1:3]*Q[1:3])*identity(3) + 2*matrix(Q[1:3])*transpose(matrix(Q[1:3])) + 2*Q[4]*skew(Q[1:3]))/(Q*Q);
    annotation(Inline = true);
  end turned;

  function quaternionRate "Derivative of quaternions from the angular velocity in the turned axes"
    input Real Q[4];
    input Units.AngularVelocity w[3];
    output Real rate[4];
  algorithm
    rate := cat(1, (Q[4]*w + cross(Q[1:3], w))/2, {-(Q[1:3]*w)/2});
    annotation(Inline = true);
  end quaternionRate;

  function quaternions "Quaternions of a turn by an angle about an axis"
    input Real n[3] "Axis";
    input Units.Angle phi "Angle";
    output Real Q[4];
  algorithm
    Q := cat(1, sin(phi/2)*n/sqrt(n*n), {cos(phi/2)});
    annotation(Inline = true);
  end quaternions;

  function perpendicular "Two unit vectors that stand at right angles on a unit vector and each other, as rows"
    input Real e[3];
    output Real P[2, 3];
  protected
    Real x[3] "Across";
  algorithm
    x := if abs(e[1]) < 0.8 then cross(e, {1, 0, 0}) else cross(e, {0, 1, 0});
    x := x/sqrt(x*x);
    P := {x, cross(e, x)};
  end perpendicular;

  partial model TwoFrames "Two places"
    Frame a "Left frame";
    Frame b "Right frame";
  end TwoFrames;

  partial model AtOnePlace "A joint whose frames share their place"
    extends TwoFrames;
  equation
    Connections.branch(a.motion, b.motion);
    b.motion.r = a.motion.r;
    b.motion.v = a.motion.v;
    if Connections.rooted(a.motion) then
      b.motion.a = Kron.relax(a.motion.a);
    else
      a.motion.a = Kron.relax(b.motion.a);
    end if;
    a.f + b.f = zeros(3);
  end AtOnePlace;

  partial model Hinge "A hinge without a law for its torque"
    extends AtOnePlace;
    parameter Real n[3] = {0, 0, 1} "Axis, in the axes of both frames" annotation(Evaluate = true);
    Units.Angle phi "Angle of b against a";
    Units.AngularVelocity w "Speed of b against a";
    Units.AngularAcceleration z "Acceleration of b against a";
  protected
    final parameter Real e[3] = n/sqrt(n*n) "Unit vector" annotation(Evaluate = true);
    Real e0[3] "Axis in the world";
    Real c = cos(phi);
    Real s = sin(phi);
    Real T[3, 3] = matrix(e)*transpose(matrix(e)) + (identity(3) - matrix(e)*transpose(matrix(e)))*c + skew(e)*s "Axes of b in a";
  equation
    w = der(phi);
    z = der(w);
    if Connections.rooted(a.motion) then
      b.motion.R = a.motion.R*T;
      e0 = a.motion.R*e;
      b.motion.w = a.motion.w + w*e0;
      b.motion.z = Kron.relax(a.motion.z) + z*e0 + w*cross(a.motion.w, e0);
    else
      a.motion.R = b.motion.R*transpose(T);
      e0 = b.motion.R*e;
      a.motion.w = b.motion.w - w*e0;
      a.motion.z = Kron.relax(b.motion.z) - z*e0 - w*cross(b.motion.w, e0);
    end if;
    a.t + b.t = zeros(3);
  end Hinge;

  partial model Slide "A slide without a law for its force"
    extends TwoFrames;
    parameter Real n[3] = {1, 0, 0} "Direction, in the axes of both frames" annotation(Evaluate = true);
    Units.Position s "Way of b against a";
    Units.Velocity v "Velocity of b against a";
    Units.Acceleration acc "Acceleration of b against a";
  protected
    final parameter Real e[3] = n/sqrt(n*n) "Unit vector" annotation(Evaluate = true);
    Real e0[3] "Direction in the world";
    Units.Position d[3] = s*e0 "From a to b";
    Units.Acceleration c[3] "Acceleration of b against a that depends on velocities only";
  equation
    Connections.branch(a.motion, b.motion);
    v = der(s);
    acc = der(v);
    b.motion.R = a.motion.R;
    b.motion.w = a.motion.w;
    e0 = a.motion.R*e;
    c = cross(a.motion.w, 2*v*e0 + cross(a.motion.w, d));
    b.motion.r = a.motion.r + d;
    b.motion.v = a.motion.v + v*e0 + cross(a.motion.w, d);
    if Connections.rooted(a.motion) then
      b.motion.z = Kron.relax(a.motion.z);
      b.motion.a = Kron.relax(a.motion.a) + cross(Kron.relax(a.motion.z), d) + acc*e0 + c;
    else
      a.motion.z = Kron.relax(b.motion.z);
      a.motion.a = Kron.relax(b.motion.a) - cross(Kron.relax(b.motion.z), d) - acc*e0 - c;
    end if;
    a.f + b.f = zeros(3);
    a.t + b.t + cross(d, b.f) = zeros(3);
  end Slide;

  partial model LineForce "A force along the line between two frames that never meet"
    extends TwoFrames;
    Units.Length length "Distance of the frames";
    Units.Velocity speed "At which the distance grows";
    Units.Force f "Force, positive if the element is pulled";
  protected
    Real e0[3] "Direction from a to b";
  equation
    length = sqrt((b.motion.r - a.motion.r)*(b.motion.r - a.motion.r));
    e0 = (b.motion.r - a.motion.r)/length;
    speed = e0*(b.motion.v - a.motion.v);
    b.f = f*e0;
    a.f = -f*e0;
    b.t = zeros(3);
    a.t = zeros(3);
  end LineForce;

  // The world and bodies

  model World "Where things are: gravity and the frame of reference, once in a model as `inner Kron.MultiBody.World world`"
    Frame frame "At rest in the origin";
    parameter Units.Acceleration g[3] = {0, -Units.g, 0} "Gravity";
  equation
    Connections.root(frame.motion);
    frame.motion = Motion(r = zeros(3), R = identity(3), v = zeros(3), w = zeros(3), a = zeros(3), z = zeros(3));
  end World;

  model Fixed "The ground: a place that stays"
    Frame frame;
    parameter Units.Position r[3] = {0, 0, 0} "Place in the world";
    parameter Real R[3, 3] = identity(3) "Axes as columns" annotation(Evaluate = true);
  equation
    Connections.root(frame.motion);
    frame.motion = Motion(r = r, R = R, v = zeros(3), w = zeros(3), a = zeros(3), z = zeros(3));
  end Fixed;

  model Body "A rigid body; if nothing it is connected to says where it is, it is free and has states of its own: r, v, Q, w"
    Frame frame "Somewhere on the body";
    parameter Units.Mass m = 1;
    parameter Units.Position r_cm[3] = {0, 0, 0} "Centre of mass, from the frame, in its axes" annotation(Evaluate = true);
    parameter Real I[3, 3](each unit = "kg.m2") = zeros(3, 3) "Inertia about the centre of mass, in the frame's axes; 0: a point"
      annotation(Evaluate = true);
    Units.Position r[3] = frame.motion.r "Place of the frame";
    Units.Velocity v[3] = frame.motion.v "Velocity of the frame";
    Units.AngularVelocity w[3] = frame.motion.w "Angular velocity";
    Real Q[4](start = {0, 0, 0, 1}) "Quaternions of the frame's axes, if the body is free";
  protected
    outer World world;
    Units.Position d[3] "To the centre of mass";
    Units.Acceleration a_cm[3] "Of the centre of mass";
    Real H[3, 3] "J - I[3, 3]*identity(3) = H*transpose(R)";
    Real J[3, 3] "Inertia about the centre of mass in the world";
  equation
    Connections.potentialRoot(frame.motion);
    if Connections.isRoot(frame.motion) then
      der(Q) = quaternionRate(Q, transpose(frame.motion.R)*w);
      der(r) = v;
      der(v) = frame.motion.a;
      der(w) = frame.motion.z;
      frame.motion.R = turned(Q);
      frame.f = m*(a_cm - world.g) + Kron.residue(frame.motion.a);
      frame.t = J*frame.motion.z + cross(w, J*w) + cross(d, frame.f) + Kron.residue(frame.motion.z);
    else
      Q = {0, 0, 0, 1};
      frame.f = m*(a_cm - world.g);
      frame.t = J*frame.motion.z + cross(w, J*w) + cross(d, frame.f);
    end if;
    d = frame.motion.R*r_cm;
    a_cm = frame.motion.a + cross(frame.motion.z, d) + cross(w, cross(w, d));
    H = frame.motion.R*(I - I[3, 3]*identity(3));
    for i in 1:3 loop
      for j in 1:i loop
        J[i, j] = H[i, :]*frame.motion.R[j, :] + (if i == j then I[3, 3] else 0);
      end for;
      for j in i + 1:3 loop
        J[i, j] = J[j, i];
      end for;
    end for;
  end Body;

  model Bar "A rigid connection without mass: a translation and a turn"
    extends TwoFrames;
    parameter Units.Position r[3] = {1, 0, 0} "From a to b, in the axes of a" annotation(Evaluate = true);
    parameter Real R[3, 3] = identity(3) "The axes of b as columns, in those of a" annotation(Evaluate = true);
  protected
    Units.Position d[3] "From a to b in the world";
  equation
    Connections.branch(a.motion, b.motion);
    b.motion.w = a.motion.w;
    b.motion.z = a.motion.z;
    b.motion.r = a.motion.r + d;
    b.motion.v = a.motion.v + cross(a.motion.w, d);
    b.motion.a = a.motion.a + cross(a.motion.z, d) + cross(a.motion.w, cross(a.motion.w, d));
    if Connections.rooted(a.motion) then
      d = a.motion.R*r;
      b.motion.R = a.motion.R*R;
    else
      d = b.motion.R*(transpose(R)*r);
      a.motion.R = b.motion.R*transpose(R);
    end if;
    a.f + b.f = zeros(3);
    a.t + b.t + cross(d, b.f) = zeros(3);
  end Bar;

  model Rod "A uniform thin rod: a bar with the body in its middle"
    extends TwoFrames;
    parameter Units.Position r[3] = {1, 0, 0} "From a to b, in the axes of both" annotation(Evaluate = true);
    parameter Units.Mass m = 1 annotation(Evaluate = true);
    Bar bar(r = r);
    Body body(m = m, r_cm = r/2, I = m/12*(r*r*identity(3) - matrix(r)*transpose(matrix(r))));
  equation
    connect(a, bar.a);
    connect(bar.b, b);
    connect(a, body.frame);
  end Rod;

  // Joints

  model Revolute "A hinge; its axis may be driven by rotational elements that stand on frame a"
    extends Hinge;
    Rotational.Flange axis "Turns with b against a; free if nothing is connected";
  equation
    axis.phi = phi;
    e0*b.t + axis.tau = Kron.residue(z);
  end Revolute;

  model Prismatic "A slide; it may be driven by translational elements that stand on frame a"
    extends Slide;
    Translational.Flange axis "Moves with b against a; free if nothing is connected";
  equation
    axis.s = s;
    e0*b.f + axis.f = Kron.residue(acc);
  end Prismatic;

  model Universal "Two hinges with crossing axes, as in a shaft; the axis of the first is fixed in a, that of the second in b"
    extends TwoFrames;
    parameter Real n_a[3] = {1, 0, 0} "First axis, in the axes of a" annotation(Evaluate = true);
    parameter Real n_b[3] = {0, 1, 0} "Second axis, in the axes of b" annotation(Evaluate = true);
    Revolute first(n = n_a);
    Revolute second(n = n_b);
    Rotational.Flange axis_a "Of the first hinge; free if nothing is connected";
    Rotational.Flange axis_b "Of the second hinge; free if nothing is connected";
  equation
    connect(first.axis, axis_a);
    connect(second.axis, axis_b);
    connect(a, first.a);
    connect(first.b, second.a);
    connect(second.b, b);
  end Universal;

  model Spherical "A ball joint, with quaternions as coordinates"
    extends AtOnePlace;
    Real Q[4](start = {0, 0, 0, 1}) "Quaternions of b against a";
    Units.AngularVelocity w[3] "Angular velocity of b against a, in the axes of b";
    Units.AngularAcceleration z[3] "Its derivative";
  protected
    Real T[3, 3] = turned(Q) "Axes of b in a";
    Units.AngularVelocity w0[3] = b.motion.R*w "Angular velocity of b against a in the world";
  equation
    der(Q) = quaternionRate(Q, w);
    der(w) = z;
    z = transpose(b.motion.R)*(b.motion.z - a.motion.z - cross(a.motion.w, w0));
    b.motion.w = a.motion.w + w0;
    if Connections.rooted(a.motion) then
      b.motion.R = a.motion.R*T;
      a.t = zeros(3);
      b.t = Kron.residue(b.motion.z);
    else
      a.motion.R = b.motion.R*transpose(T);
      a.t = Kron.residue(a.motion.z);
      b.t = zeros(3);
    end if;
  end Spherical;

  model FreeMotion "No joint: coordinates of b against a"
    extends TwoFrames;
    Units.Position s[3] "Place of b against a, in the axes of a";
    Units.Velocity v[3] "Its derivative";
    Units.Acceleration acc[3] "Its second derivative";
    Real Q[4](start = {0, 0, 0, 1}) "Quaternions of b against a";
    Units.AngularVelocity w[3] "Angular velocity of b against a, in the axes of b";
    Units.AngularAcceleration z[3] "Its derivative";
  protected
    Real T[3, 3] = turned(Q) "Axes of b in a";
    Units.Position d[3] = a.motion.R*s "From a to b in the world";
    Units.Velocity v0[3] = a.motion.R*v "Velocity of b against a in the world";
    Units.AngularVelocity w0[3] = b.motion.R*w "Angular velocity of b against a in the world";
  equation
    Connections.branch(a.motion, b.motion);
    der(s) = v;
    der(v) = acc;
    der(Q) = quaternionRate(Q, w);
    der(w) = z;
    b.motion.r = a.motion.r + d;
    b.motion.v = a.motion.v + v0 + cross(a.motion.w, d);
    acc = transpose(a.motion.R)*(b.motion.a - a.motion.a - cross(a.motion.z, d) - cross(a.motion.w, 2*v0 + cross(a.motion.w, d)));
    b.motion.w = a.motion.w + w0;
    z = transpose(b.motion.R)*(b.motion.z - a.motion.z - cross(a.motion.w, w0));
    if Connections.rooted(a.motion) then
      b.motion.R = a.motion.R*T;
    else
      a.motion.R = b.motion.R*transpose(T);
    end if;
    a.f = zeros(3);
    b.f = zeros(3);
    a.t = zeros(3);
    b.t = zeros(3);
  end FreeMotion;

  // Joints that close loops: they have no coordinates

  model LoopBall "A ball joint that closes a loop: the places agree"
    extends TwoFrames;
  equation
    b.motion.r = a.motion.r;
    a.f + b.f = zeros(3);
    a.t = zeros(3);
    b.t = zeros(3);
  end LoopBall;

  model LoopHinge "A hinge that closes a loop of parallel hinges and slides across them, all in one plane"
    extends TwoFrames;
    parameter Real n[3] = {0, 0, 1} "Axis, in the axes of a; carries no force along it and no torque" annotation(Evaluate = true);
  protected
    final parameter Real P[2, 3] = perpendicular(n/sqrt(n*n)) "Directions across the axis, as rows" annotation(Evaluate = true);
    Units.Force f[2] "Across the axis";
  equation
    zeros(2) = P*(transpose(a.motion.R)*(b.motion.r - a.motion.r));
    b.f = a.motion.R*(transpose(P)*f);
    a.f + b.f = zeros(3);
    a.t = zeros(3);
    b.t = zeros(3);
  end LoopHinge;

  // Dry friction, as strong as what the joint carries

  model Rubbing "Dry friction as a part of a joint"
    extends Friction;
    input Real v_given "Speed of the joint";
    input Real slide_given "Strength of the friction while sliding";
    input Real hold_given "Greatest friction while stuck";
    Real free "What is found last: friction while stuck, acceleration while sliding";
  equation
    v = v_given;
    slide = slide_given;
    hold = hold_given;
    free = s;
  end Rubbing;

  model FrictionRevolute "A hinge whose bearing rubs as strongly as it is loaded"
    extends Hinge;
    Rotational.Flange axis "Turns with b against a; otherwise free if nothing is connected";
    parameter Real mu(min = 0) = 0.1 "Coefficient of sliding friction";
    parameter Real peak(min = 1) = 1 "Coefficient at rest, as a multiple of mu";
    parameter Units.Length radius = 0.01 "Of the bearing";
    parameter Units.Torque tau_c(min = 0) = 0 "Friction without load";
    Units.Force load "Forces on the bearing along two directions across the axis";
    Rubbing friction(v_given = w, slide_given = tau_c + mu*radius*load, hold_given = peak*(tau_c + mu*radius*load));
  protected
    final parameter Real P[2, 3] = perpendicular(e) "Directions across the axis, as rows" annotation(Evaluate = true);
  equation
    axis.phi = phi;
    load = sum(abs(P*(transpose(a.motion.R)*b.f)));
    e0*b.t + axis.tau = friction.f + Kron.residue(friction.free);
  end FrictionRevolute;

  model FrictionPrismatic "A slide that rubs as strongly as it is pressed"
    extends Slide;
    Translational.Flange axis "Moves with b against a; otherwise free if nothing is connected";
    parameter Real mu(min = 0) = 0.1 "Coefficient of sliding friction";
    parameter Real peak(min = 1) = 1 "Coefficient at rest, as a multiple of mu";
    parameter Units.Force f_c(min = 0) = 0 "Friction without load";
    Units.Force load "Forces across the slide along two directions";
    Rubbing friction(v_given = v, slide_given = f_c + mu*load, hold_given = peak*(f_c + mu*load));
  protected
    final parameter Real P[2, 3] = perpendicular(e) "Directions across the slide, as rows" annotation(Evaluate = true);
  equation
    axis.s = s;
    load = sum(abs(P*(transpose(a.motion.R)*b.f)));
    e0*b.f + axis.f = friction.f + Kron.residue(friction.free);
  end FrictionPrismatic;

  // Forces

  model Spring "A line spring: force proportional to the elongation"
    extends LineForce;
    parameter Units.SpringConstant c = 1;
    parameter Units.Length l0 = 0 "Length without force";
  equation
    f = c*(length - l0);
  end Spring;

  model Damper "A line damper: force proportional to the speed of elongation"
    extends LineForce;
    parameter Units.DampingConstant d = 1;
  equation
    f = d*speed;
  end Damper;

  model SpringDamper "Line spring and damper in parallel"
    extends LineForce;
    parameter Units.SpringConstant c = 1;
    parameter Units.DampingConstant d = 1;
    parameter Units.Length l0 = 0 "Length without force";
  equation
    f = c*(length - l0) + d*speed;
  end SpringDamper;

  model Force "Force and torque on a frame are signals"
    Frame frame;
    Blocks.Interfaces.RealInput f[3] "Force in the world's axes in N";
    Blocks.Interfaces.RealInput t[3] "Torque in the world's axes in N.m";
  equation
    frame.f = -f;
    frame.t = -t;
  end Force;

  // Sensors

  model MotionSensor "Place and velocities of a frame"
    Frame frame;
    Blocks.Interfaces.RealOutput r[3](each unit = "m");
    Blocks.Interfaces.RealOutput v[3](each unit = "m/s");
    Blocks.Interfaces.RealOutput w[3](each unit = "rad/s");
  equation
    r = frame.motion.r;
    v = frame.motion.v;
    w = frame.motion.w;
    frame.f = zeros(3);
    frame.t = zeros(3);
  end MotionSensor;

  model ForceSensor "Force and torque that go from a to b, which are one place"
    extends TwoFrames;
    Blocks.Interfaces.RealOutput f[3](each unit = "N");
    Blocks.Interfaces.RealOutput t[3](each unit = "N.m");
  equation
    Connections.branch(a.motion, b.motion);
    a.motion = b.motion;
    f = a.f;
    t = a.t;
    a.f + b.f = zeros(3);
    a.t + b.t = zeros(3);
  end ForceSensor;
end MultiBody;
