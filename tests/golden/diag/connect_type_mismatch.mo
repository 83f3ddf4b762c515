connector RealOut = output Real;
connector BoolIn = input Boolean;
block Src
  RealOut y = time;
end Src;
block Snk
  BoolIn u;
  Boolean z = u;
end Snk;
model M
  Src a;
  Snk b;
equation
  connect(a.y, b.u);
end M;
