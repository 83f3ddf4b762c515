/* A parallelogram of bars that turns over under gravity. Where all bars are in one line its constraints
   depend on each other and every choice of states is bad; the motion goes on as it came (S5, DS-35).

     build/kron simulate examples/papers/FlatParallelogram.mo --plot ya
*/
model FlatParallelogram "Two cranks and a coupler of equal length that pass their flat position"
  parameter Real g = 9.81 "Gravity";
  parameter Real L = 1 "Length of the cranks";
  parameter Real d = 2 "Distance of the bearings, length of the coupler";
  Real xa(start = 0) "Position", ya(start = 1) "Position";
  Real xb(start = 2) "Position", yb(start = 1) "Position";
  Real vxa(start = -6) "Velocity", vya "Velocity", vxb(start = -6) "Velocity", vyb "Velocity";
  Real F1 "Force in a crank, per length", F2 "Force in the coupler, per length", F3 "Force in a crank, per length";
equation
  der(xa) = vxa;
  der(ya) = vya;
  der(xb) = vxb;
  der(yb) = vyb;
  der(vxa) = -F1*xa + F2*(xb - xa);
  der(vya) = -F1*ya + F2*(yb - ya) - g;
  der(vxb) = -F2*(xb - xa) - F3*(xb - d);
  der(vyb) = -F2*(yb - ya) - F3*yb - g;
  xa^2 + ya^2 = L^2;
  (xb - xa)^2 + (yb - ya)^2 = d^2;
  (xb - d)^2 + yb^2 = L^2;
  annotation(experiment(StopTime = 5, Tolerance = 1e-8));
end FlatParallelogram;
