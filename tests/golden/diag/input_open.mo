model InputOpen "the commonest mistake: an input without a connection"
  connector RI = input Real;
  connector RO = output Real;
  block Gain
    RI u;
    RO y;
  equation
    y = 2*u;
  end Gain;
  Gain g1, g2, g3;
equation
  connect(g1.y, g3.u);
end InputOpen;
