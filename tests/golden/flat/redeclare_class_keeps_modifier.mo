// Class without a clause: the modifier k = g survives, in the scope of h (notes 4).
block Amp
  parameter Real k = 2;
  input Real u;
  output Real y = k*u;
end Amp;
block Amp2
  extends Amp;
  Real z = y + 1;
end Amp2;
model Host
  parameter Real g = 5;
  replaceable block L = Amp(k = g);
  L a(u = time);
end Host;
model Use
  Host h(redeclare block L = Amp2);
end Use;
// parameter Real h.g = 5; parameter Real h.a.k = h.g; Real h.a.u = time, h.a.y = h.a.k*h.a.u, h.a.z = h.a.y + 1;
