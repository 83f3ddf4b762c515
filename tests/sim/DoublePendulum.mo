//! run --stop 3 --tolerance 1e-9 --method cvode
//! run --stop 3 --tolerance 1e-9 --method ida
//! expect energy = -3*9.81*cos(1) - 9.81*cos(1.5) within 1e-6
model DoublePendulum "Two point masses on rods of length 1; the energy is conserved"
  parameter Real g = 9.81;
  parameter Real m1 = 2, m2 = 1;
  Real a(start = 1, fixed = true), b(start = 1.5, fixed = true);
  Real va(start = 0, fixed = true), vb(start = 0, fixed = true);
  Real energy;
equation
  der(a) = va;
  der(b) = vb;
  (m1 + m2)*der(va) + m2*cos(a - b)*der(vb) + m2*sin(a - b)*vb^2 + (m1 + m2)*g*sin(a) = 0;
  cos(a - b)*der(va) + der(vb) - sin(a - b)*va^2 + g*sin(b) = 0;
  energy = (m1 + m2)*va^2/2 + m2*vb^2/2 + m2*va*vb*cos(a - b)
         - (m1 + m2)*g*cos(a) - m2*g*cos(b);
end DoublePendulum;
