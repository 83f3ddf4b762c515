/* DS-38: two coupled loops in the plane with one degree of freedom. A crank drives a slider by a rod,
   the slider drives two more rods whose other end is on the ground. Positions: 4 coordinates, 3
   constraints; velocities the same: two sets of one state of four. The slider's position is no state: at
   the ends of its stroke it has two configurations. The angle of the crank always is, and it is kept for
   the whole run. Look at `state_switches` and at the slider, which goes to and fro as the motor speeds up.

     build/kron structure examples/papers/TwoLoops.mo
     build/kron simulate examples/papers/TwoLoops.mo --plot wp --plot s --plot al --plot be
*/
model TwoLoops "Two coupled kinematic loops, written out"
  parameter Real r = 0.3 "Crank";
  parameter Real l = 1 "Rod from crank to slider";
  parameter Real d = 2.2 "Where the second loop is fixed on the ground";
  parameter Real l6 = 1 "Rod on the slider";
  parameter Real l7 = 0.9 "Rod on the ground";
  parameter Real Jc = 0.1, ms = 1, Ja = 0.2, Jb = 0.2 "Inertias of the crank, the slider and both rods";
  parameter Real tau = 1 "Torque of the motor";
  Real phi(start = 0.5, fixed = true) "Angle of the crank";
  Real s(start = 1.25287751905039) "Position of the slider";
  Real al(start = 0.959578703789188), be(start = 1.99844290541221) "Angles of both rods";
  Real wp(start = 0, fixed = true), vs, wa, wb "Velocities";
  Real L1, L2, L3 "Forces of constraint";
equation
  der(phi) = wp;
  der(s) = vs;
  der(al) = wa;
  der(be) = wb;
  r^2 + s^2 - 2*r*s*cos(phi) = l^2;
  s + l6*cos(al) = d + l7*cos(be);
  l6*sin(al) = l7*sin(be);
  Jc*der(wp) = tau + L1*2*r*s*sin(phi);
  ms*der(vs) = L1*(2*s - 2*r*cos(phi)) + L2;
  Ja*der(wa) = -L2*l6*sin(al) + L3*l6*cos(al);
  Jb*der(wb) = L2*l7*sin(be) - L3*l7*cos(be);
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end TwoLoops;
