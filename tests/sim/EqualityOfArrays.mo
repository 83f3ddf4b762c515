//! run --stop 1
//! expect v["load.port.v"] = 4/3*t within 1e-9
type Angle "the constraint is written for arrays"
  extends Real;
  function equalityConstraint
    input Angle theta1[:];
    input Angle theta2[:];
    output Real residue[0];
  algorithm
    for i in 1:size(theta1, 1) loop
      assert(abs(theta1[i] - theta2[i]) < 1e-10, "angles are equal");
    end for;
  end equalityConstraint;
end Angle;
connector Port
  Real v;
  flow Real i;
  Angle theta[1];
end Port;
model Source
  Port port;
equation
  Connections.root(port.theta);
  port.theta = {time};
  port.v = 2*time;
end Source;
model Load
  Port port;
equation
  port.i = port.v;
end Load;
model Line
  Port a, b;
equation
  Connections.branch(a.theta, b.theta);
  a.theta = b.theta;
  a.v - b.v = a.i;
  a.i + b.i = 0;
end Line;
model EqualityOfArrays "Two sources of the angle: one connection is broken"
  Source a;
  Load load;
  Line line, other;
equation
  connect(a.port, line.a);
  connect(line.b, load.port);
  connect(a.port, other.a);
  connect(other.b, load.port);
end EqualityOfArrays;
