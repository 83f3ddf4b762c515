model M
  Kron.Electrical.Resistor r(r = 2);
  Kron.Electrical.Ground g;
equation
  connect(r.p, g.p); connect(r.n, g.p);
end M;
