connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 3;
  Pin pin[m];
end Plug;
model Load
  Plug plug;
equation
  plug.pin.v = plug.pin.i;
end Load;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model M
  Load load;
  Ground ground;
equation
  connect(load.plug, ground.p);
end M;
