model M
  connector Pin Real v; flow Real i; end Pin;
  model I Pin p, n; parameter Real I = 1; equation p.i = I; p.i + n.i = 0; end I;
  model G Pin p; equation p.v = 0; end G;
  I i1(I = 1), i2(I = 2); G g;
equation
  connect(i1.n, i2.p); connect(i2.n, i1.p); connect(i1.p, g.p);
end M;
