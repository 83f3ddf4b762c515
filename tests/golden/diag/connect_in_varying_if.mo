connector Pin
  Real v;
  flow Real i;
end Pin;
model Source
  parameter Real V = 1;
  Pin p;
equation
  p.v = V;
end Source;
model Load
  Pin p;
equation
  p.v = 10*p.i;
end Load;
model M
  Source main;
  Source backup(V = 0.9);
  Load load;
equation
  if time > 1 then
    connect(backup.p, load.p);
  else
    connect(main.p, load.p);
  end if;
end M;
