connector Pin Real v; flow Real i; end Pin;
connector Plug parameter Integer m = 3; Pin pin[m]; end Plug;
model Load
  parameter Integer m = 3;
  Plug plug(m = m);
equation
  plug.pin.v = fill(0, m);
end Load;
model Net
  Load a, b(m = 2);
equation
  connect(a.plug, b.plug);
end Net;
