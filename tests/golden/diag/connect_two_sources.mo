connector In = input Real;
connector Out = output Real;
block Src
  Out y = time;
end Src;
block Snk
  In u;
  Real z = u;
end Snk;
model M
  Src a, b;
  Snk c;
equation
  connect(a.y, c.u);
  connect(b.y, c.u);
end M;
