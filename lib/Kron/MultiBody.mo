within Kron;
package MultiBody "Mechanisms in space: bodies, bars, joints, forces"
  /* All vectors of a frame are resolved in the world, and a frame carries velocities and accelerations
     beside its place, as in the paper on relaxing: trees need no differentiation, and each element is
     one line of the recursion. A frame's motion is handed from the root of the tree to its leaves, forces
     from the leaves to the root. Connections.rooted says which side of an element the root is on, so
     elements may be connected either way round; accelerations from the root's side are relaxed in every
     joint and the coordinates' accelerations torn, which gives a recursion of constant effort a body.

     Where connections close a loop, place and orientation agree; their derivatives follow. */

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
    flow Units.Force f[3] "Force into the element";
    flow Units.Torque t[3] "Torque into the element";
  end Frame;

  partial model TwoFrames "Two places"
    Frame a "Left frame";
    Frame b "Right frame";
  protected
    outer World world;
  end TwoFrames;

  // The world and bodies

  model World "Where things are: gravity and the frame of reference, once in a model as `inner Kron.MultiBody.World world`"
    Frame frame "At rest in the origin";
    parameter Units.Acceleration g[3] = {0, -Units.g, 0} "Gravity";
  equation
    Connections.root(frame.motion);
    frame.motion = Motion(r = zeros(3), R = identity(3), v = zeros(3), w = zeros(3), a = zeros(3), z = zeros(3));
  end World;

  model Body "A rigid body; free, with states of its own, if it is connected to nothing that says where it is"
    Frame frame "Somewhere on the body";
    parameter Units.Mass m = 1;
    parameter Units.Position r_cm[3] = {0, 0, 0} "Centre of mass, from the frame, in its axes" annotation(Evaluate = true);
    parameter Units.Inertia I[3, 3](each min = -1e60) = zeros(3, 3) "Inertia about the centre of mass, in the frame's axes; 0: a point"
      annotation(Evaluate = true);
  protected
    outer World world;
    Units.Position d[3] "To the centre of mass";
    Units.Acceleration a_cm[3] "Of the centre of mass";
    Real H[3, 3] "J - I[3, 3]*identity(3) = H*transpose(R)";
    Real J[3, 3] "Inertia about the centre of mass in the world";
  equation
    Connections.potentialRoot(frame.motion);
    d = frame.motion.R*r_cm;
    a_cm = frame.motion.a + cross(frame.motion.z, d) + cross(frame.motion.w, cross(frame.motion.w, d));
    H = frame.motion.R*(I - I[3, 3]*identity(3));
    for i in 1:3 loop
      for j in 1:i loop
        J[i, j] = H[i, :]*frame.motion.R[j, :] + (if i == j then I[3, 3] else 0);
      end for;
      for j in i + 1:3 loop
        J[i, j] = J[j, i];
      end for;
    end for;
    frame.f = m*(a_cm - world.g);
    frame.t = J*frame.motion.z + cross(frame.motion.w, J*frame.motion.w) + cross(d, frame.f);
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

  // Joints

  model Revolute "A hinge; its axis may be driven by rotational elements that stand on frame a"
    extends TwoFrames;
    Rotational.Flange axis "Turns with b against a; free if nothing is connected";
    parameter Real n[3] = {0, 0, 1} "Axis, in the axes of both frames" annotation(Evaluate = true);
    Units.Angle phi "Angle of b against a";
    Units.AngularVelocity w "Speed of b against a";
    Units.AngularAcceleration z "Acceleration of b against a";
  protected
    final parameter Real e[3] = n/sqrt(n*n) "Unit vector" annotation(Evaluate = true);
    Real e0[3] "Axis in the world";
    Real c = cos(phi);
    Real s = sin(phi);
    Real T[3, 3] "Axes of b in a";
  equation
    Connections.branch(a.motion, b.motion);
    w = der(phi);
    z = der(w);
    axis.phi = phi;
    T = matrix(e)*transpose(matrix(e)) + (identity(3) - matrix(e)*transpose(matrix(e)))*c + skew(e)*s;
    b.motion.r = a.motion.r;
    b.motion.v = a.motion.v;
    if Connections.rooted(a.motion) then
      b.motion.R = a.motion.R*T;
      e0 = a.motion.R*e;
      b.motion.w = a.motion.w + w*e0;
      b.motion.a = Kron.relax(a.motion.a);
      b.motion.z = Kron.relax(a.motion.z) + z*e0 + w*cross(a.motion.w, e0);
    else
      a.motion.R = b.motion.R*transpose(T);
      e0 = b.motion.R*e;
      a.motion.w = b.motion.w - w*e0;
      a.motion.a = Kron.relax(b.motion.a);
      a.motion.z = Kron.relax(b.motion.z) - z*e0 - w*cross(b.motion.w, e0);
    end if;
    a.f + b.f = zeros(3);
    a.t + b.t = zeros(3);
    e0*b.t + axis.tau = Kron.residue(z);
  end Revolute;
end MultiBody;
