connector In = input Real;
connector Out = output Real;
block Gain
  In u;
  Out y = 2*u;
end Gain;
block Controller "Its input is connected inside of it"
  In u, w[2];
  Out y;
  Gain g;
equation
  connect(u, g.u);
  connect(g.y, y);
end Controller;
model M
  Controller c;
  Out s = time;
equation
  connect(s, c.w[1]);
end M;
