//! run --stop 1
//! final v["a.layer[1].s"] = 4.5 within 1e-9
//! final v["a.layer[2].s"] = 3.5 within 1e-9
//! final v["a.layer[4].s"] = 1.5 within 1e-9
//! final v["b.layer[1].s"] = 4 within 1e-9
//! final v["b.layer[2].s"] = 4 within 1e-9
//! final v["b.layer[3].s"] = 2 within 1e-9
//! final v["b.layer[4].s"] = 2 within 1e-9
model LoopOverUnequal "Layers of a tank: a branch in a loop names ports that only some layers have"
  connector P
    Real v;
    flow Real i;
  end P;
  model Layer "At rest; a unit resistance to each port"
    parameter Integer nPorts = 0;
    P ports[nPorts];
    Real s;
  initial equation
    der(s) = 0;
  equation
    der(s) = sum(ports.i);
    for k in 1:nPorts loop
      ports[k].i = ports[k].v - s;
    end for;
  end Layer;
  model Source
    parameter Real v = 0;
    P p(v = v);
  end Source;
  model Tank
    parameter Integer n = 4, low = 1, up = n;
    final parameter Integer uses[n] = {(if low == k then 1 else 0) + (if up == k then 1 else 0) for k in 1:n};
    final parameter Integer ports[n] = cat(1, {if uses[1] == 1 then 2 else 1}, {2*uses[k] + 2 for k in 2:n - 1}, {if uses[n] == 1 then 2 else 1});
    Layer layer[n](nPorts = ports);
    Source bottom(v = 5), top(v = 1);
  equation
    for i in 2:n - 1 loop
      if low == i then
        connect(layer[i].ports[4], bottom.p);
      elseif up == i then
        connect(layer[i].ports[4], top.p);
      end if;
      connect(layer[i].ports[2], layer[i + 1].ports[1]);
    end for;
    connect(layer[1].ports[1], layer[2].ports[1]);
    if low == 1 then
      connect(layer[1].ports[2], bottom.p);
    end if;
    if up == n then
      connect(layer[n].ports[2], top.p);
    end if;
  end Tank;
  Tank a;
  Tank b(low = 2, up = 3);
end LoopOverUnequal;
