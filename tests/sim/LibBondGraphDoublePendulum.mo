//! run --tolerance 1e-9
//! run --tolerance 1e-9 --method cvode
//! run --tolerance 1e-9 --method ida
//! expect v["upper.th"] = a within 1e-6
//! expect v["lower.th"] = b within 1e-6
//! expect v["lower.J.f"] = wb within 1e-5
//! expect 2*(v["upper.X.f"]**2 + v["upper.Y.f"]**2)/2 + 0.5*v["upper.J.f"]**2/2 + (v["lower.X.f"]**2 + v["lower.Y.f"]**2)/2 + 0.1*v["lower.J.f"]**2/2 - 9.81*(2*0.75 + 1.25)*cos(a) - 9.81*0.6*cos(b) = -9.81*2.75*cos(1) - 9.81*0.6*cos(2) within 1e-6
//! expect v["lower.X.f"] = 1.25*v["upper.J.f"]*cos(a) + 0.6*v["lower.J.f"]*cos(b) within 1e-5
model LibBondGraphDoublePendulum "Two bodies of bond graphs beside Lagrange's equations"
  import BG = Kron.BondGraph;
  BG.PlanarLink upper(m = 2, Jc = 0.5, d = 0.75, l = 0.5, th(start = 1, fixed = true),
    J(f(start = 0, fixed = true)));
  BG.PlanarBody lower(m = 1, Jc = 0.1, d = 0.6, th(start = 2, fixed = true),
    J(f(start = 0, fixed = true)));
  BG.SF px, py;
  parameter Real c = 1*1.25*0.6, g = 9.81;
  Real a(start = 1, fixed = true), b(start = 2, fixed = true), wa(start = 0, fixed = true), wb(start = 0, fixed = true);
equation
  connect(px.bond, upper.a.x);
  connect(py.bond, upper.a.y);
  connect(upper.b, lower.a);
  der(a) = wa;
  der(b) = wb;
  (0.5 + 2*0.75^2 + 1.25^2)*der(wa) + c*cos(a - b)*der(wb) + c*sin(a - b)*wb^2 + 2.75*g*sin(a) = 0;
  c*cos(a - b)*der(wa) + (0.1 + 0.6^2)*der(wb) - c*sin(a - b)*wa^2 + 0.6*g*sin(b) = 0;
  annotation(experiment(StopTime = 4));
end LibBondGraphDoublePendulum;
