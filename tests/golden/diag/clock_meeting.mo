connector In = input Real;
connector Out = output Real;
block Plant In u; Out y(start = 0, fixed = true); equation der(y) = u - y; end Plant;
block Difference In u1, u2; Out y; equation y = u1 - u2; end Difference;
block Sampled Out y; equation y = sample(1, Clock(0.1)); end Sampled;
block Hold In u; Out y; equation y = hold(u); end Hold;
model M
  Sampled wanted;
  Difference e;
  Hold h;
  Plant plant;
equation
  connect(wanted.y, e.u1);
  connect(plant.y, e.u2);
  connect(e.y, h.u);
  connect(h.y, plant.u);
end M;
