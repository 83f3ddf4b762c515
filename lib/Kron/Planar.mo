within Kron;
package Planar "Mechanisms in a plane: bodies, bars, joints, line springs"
  /* The connectors carry absolute coordinates, so every element is written as in a textbook and any
     mechanism may be closed to a loop. Joints add coordinates of their own, of which the first and
     second derivatives have names, so that they may be states. No element wishes for states: positions
     that follow from angles are given up for good, and where a loop leaves a choice it is made
     during the run. */

  model World "Where things are: gravity, once in a model as `inner Kron.Planar.World world`"
    parameter Units.Acceleration gx = 0 "Gravity along x";
    parameter Units.Acceleration gy = -Units.g "Gravity along y";
  end World;

  connector Frame "A place on a body with a direction, and the forces and the torque that act on the element"
    Units.Position x "Position in the world";
    Units.Position y "Position in the world";
    Units.Angle phi "Angle against the world's x axis, counter-clockwise";
    flow Units.Force fx "Force into the element, along the world's x axis";
    flow Units.Force fy "Force into the element, along the world's y axis";
    flow Units.Torque t "Torque into the element";
  end Frame;

  partial model TwoFrames "Two places"
    Frame a "Left frame";
    Frame b "Right frame";
  end TwoFrames;

  partial model Lever "Forces go through; their torque is balanced over the distance of the frames"
    extends TwoFrames;
  equation
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t + (b.x - a.x)*b.fy - (b.y - a.y)*b.fx = 0;
  end Lever;

  partial model LineForce "A force along the line between two frames that never meet"
    extends TwoFrames;
    Units.Length length(start = 1) "Distance of the frames";
    Units.Force f "Force, positive if the element is pulled";
  protected
    Real ex "Direction from a to b";
    Real ey "Direction from a to b";
  equation
    length = sqrt((b.x - a.x)^2 + (b.y - a.y)^2);
    ex = (b.x - a.x)/length;
    ey = (b.y - a.y)/length;
    b.fx = f*ex;
    b.fy = f*ey;
    b.t = 0;
    a.fx = -b.fx;
    a.fy = -b.fy;
    a.t = 0;
  end LineForce;

  partial model Sensor "Measures at a frame without disturbing it"
    Frame frame;
  equation
    frame.fx = 0;
    frame.fy = 0;
    frame.t = 0;
  end Sensor;

  // Elements

  model Fixed "The ground: a place that stays"
    Frame frame;
    parameter Units.Position x = 0;
    parameter Units.Position y = 0;
    parameter Units.Angle phi = 0;
  equation
    frame.x = x;
    frame.y = y;
    frame.phi = phi;
  end Fixed;

  model Body "A rigid body; the frame is at its centre of mass"
    Frame frame;
    parameter Units.Mass m = 1;
    parameter Units.Inertia J = 0 "Moment of inertia about the centre of mass; 0: a point";
    Units.Position x "Position";
    Units.Position y "Position";
    Units.Angle phi "Angle";
    Units.Velocity vx "Velocity";
    Units.Velocity vy "Velocity";
    Units.AngularVelocity w "Speed of rotation";
  protected
    outer World world;
  equation
    x = frame.x;
    y = frame.y;
    phi = frame.phi;
    vx = der(x);
    vy = der(y);
    w = der(phi);
    m*der(vx) = frame.fx + m*world.gx;
    m*der(vy) = frame.fy + m*world.gy;
    J*der(w) = frame.t;
  end Body;

  model Bar "A rigid connection without mass"
    extends Lever;
    parameter Units.Length l = 1 "Distance of the frames";
    parameter Units.Angle direction = 0 "Direction from a to b, in frame a";
    parameter Units.Angle turn = 0 "Angle of frame b against frame a";
  equation
    b.x = a.x + l*cos(a.phi + direction);
    b.y = a.y + l*sin(a.phi + direction);
    b.phi = a.phi + turn;
  end Bar;

  model Rod "A uniform rigid rod: two bars with the body between them"
    extends TwoFrames;
    parameter Units.Length l = 1 "Length";
    parameter Units.Mass m = 1;
    parameter Units.Inertia J = m*l^2/12 "Moment of inertia about the centre";
    Bar left(l = l/2);
    Bar right(l = l/2);
    Body body(m = m, J = J);
  equation
    connect(a, left.a);
    connect(left.b, body.frame);
    connect(body.frame, right.a);
    connect(right.b, b);
  end Rod;

  // Joints

  model Revolute "A hinge; its axis may be driven by rotational elements that stand on frame a"
    extends TwoFrames;
    Rotational.Flange axis "Turns with b against a; free if nothing is connected";
    parameter Units.RotationalDampingConstant d = 0 "Viscous friction of the bearing";
    Units.Angle phi "Angle of b against a";
    Units.AngularVelocity w "Speed of b against a";
    Units.AngularAcceleration z "Acceleration of b against a";
  equation
    b.x = a.x;
    b.y = a.y;
    b.phi = a.phi + phi;
    w = der(phi);
    z = der(w);
    axis.phi = phi;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t = 0;
    b.t + axis.tau = d*w;
  end Revolute;

  model Prismatic "A slide; it may be driven by translational elements that stand on frame a"
    extends Lever;
    Translational.Flange axis "Moves with b against a; free if nothing is connected";
    parameter Units.Angle direction = 0 "Direction of the slide in frame a";
    parameter Units.DampingConstant d = 0 "Viscous friction of the slide";
    Units.Position s "Way of b against a";
    Units.Velocity v "Velocity of b against a";
    Units.Acceleration acc "Acceleration of b against a";
  equation
    b.x = a.x + s*cos(a.phi + direction);
    b.y = a.y + s*sin(a.phi + direction);
    b.phi = a.phi;
    v = der(s);
    acc = der(v);
    axis.s = s;
    b.fx*cos(a.phi + direction) + b.fy*sin(a.phi + direction) + axis.f = d*v;
  end Prismatic;

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
    f = d*der(length);
  end Damper;

  model SpringDamper "Line spring and damper in parallel"
    extends LineForce;
    parameter Units.SpringConstant c = 1;
    parameter Units.DampingConstant d = 1;
    parameter Units.Length l0 = 0 "Length without force";
  equation
    f = c*(length - l0) + d*der(length);
  end SpringDamper;

  model Force "Force and torque on a frame are signals"
    Frame frame;
    Blocks.Interfaces.RealInput fx "Along the world's x axis in N";
    Blocks.Interfaces.RealInput fy "Along the world's y axis in N";
    Blocks.Interfaces.RealInput t "Torque in N.m";
  equation
    frame.fx = -fx;
    frame.fy = -fy;
    frame.t = -t;
  end Force;

  // Sensors

  model PositionSensor "Position and angle of a frame"
    extends Sensor;
    Blocks.Interfaces.RealOutput x(unit = "m");
    Blocks.Interfaces.RealOutput y(unit = "m");
    Blocks.Interfaces.RealOutput phi(unit = "rad");
  equation
    x = frame.x;
    y = frame.y;
    phi = frame.phi;
  end PositionSensor;

  model SpeedSensor "Velocity and speed of rotation of a frame"
    extends Sensor;
    Blocks.Interfaces.RealOutput vx(unit = "m/s");
    Blocks.Interfaces.RealOutput vy(unit = "m/s");
    Blocks.Interfaces.RealOutput w(unit = "rad/s");
  equation
    vx = der(frame.x);
    vy = der(frame.y);
    w = der(frame.phi);
  end SpeedSensor;

  model ForceSensor "Forces and torque that go from a to b, which are one place"
    extends TwoFrames;
    Blocks.Interfaces.RealOutput fx(unit = "N");
    Blocks.Interfaces.RealOutput fy(unit = "N");
    Blocks.Interfaces.RealOutput t(unit = "N.m");
  equation
    a.x = b.x;
    a.y = b.y;
    a.phi = b.phi;
    fx = a.fx;
    fy = a.fy;
    t = a.t;
    a.fx + b.fx = 0;
    a.fy + b.fy = 0;
    a.t + b.t = 0;
  end ForceSensor;
end Planar;
