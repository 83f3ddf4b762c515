model M
  import T = Kron.Thermal;
  T.ThermalConductor c(G = 10);
  T.PrescribedHeatFlow q1, q2;
equation
  q1.u = 100;
  q2.u = -100;
  connect(q1.port, c.a);
  connect(q2.port, c.b);
end M;
