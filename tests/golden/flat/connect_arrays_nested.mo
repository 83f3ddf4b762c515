// Nested connectors, arrays of connectors, a slice, a reversed slice, arrays of components (pitfall 12).
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  parameter Integer m = 2;
  Pin pin[m];
end Plug;
model R
  Pin p;
equation
  p.v = p.i;
end R;
model Star
  Plug plug;
  R r[2];
equation
  connect(r.p, plug.pin);
end Star;
model Pipe
  parameter Integer n = 3;
  Pin h[n];
equation
  for k in 1:n loop
    h[k].i = h[k].v - k;
  end for;
end Pipe;
model Top
  Star a, b;
  Pipe f, g;
equation
  connect(a.plug, b.plug);
  connect(f.h[3:-1:1], g.h);
end Top;
// a.plug.pin[k].v = a.r[k].p.v; a.r[k].p.i - a.plug.pin[k].i = 0; the same in b; a.plug.pin[k].i + b.plug.pin[k].i = 0;
// assert(a.plug.m == b.plug.m); f.h[1] with g.h[3], f.h[2] with g.h[2], f.h[3] with g.h[1]
