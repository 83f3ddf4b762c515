model M
  block Gain
    input Real u;
    output Real y;
  equation
    y = 2*u;
  end Gain;
  Gain g;
equation
  g.u = time;
  g.y = 5;
end M;
