connector Port Real p; flow Real q; end Port;
model Tank
  Port a, b;
  Real h(start = 1, fixed = true);
equation
  der(h) = a.q + b.q;
  a.p = 0;
  b.q = -0.1*h;
end Tank;
model Sink Port a; equation a.p = 0; end Sink;
model M
  Tank tank[3];
  Sink sink;
equation
  for i in 1:2 loop
    connect(tank[i].b, tank[i].a);
  end for;
  connect(tank[3].b, sink.a);
end M;
