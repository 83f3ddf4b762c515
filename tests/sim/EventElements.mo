//! run --stop 1.05
//! final y = 1.8 within 1e-12
//! final w = 1.8 within 1e-12
//! final v["n[1]"] = 3 within 0
//! final v["n[2]"] = 4 within 0
//! final v["n[3]"] = 3 within 0
//! final edges = 2 within 0
//! final changes = 2 within 0
//! final fired = 3 within 0
//! final made = 3 within 0
model EventElements "pre, edge and change of elements with subscripts that vary; when on vectors in algorithms"
  Integer s(start = 1, fixed = true), k(start = 1, fixed = true);
  discrete Real m[3](each start = 0, each fixed = true), y(start = 0, fixed = true), w(start = 0, fixed = true);
  Integer n[3](each start = 0, each fixed = true);
  Boolean b[3] = {time > 0.15, time > 0.25, time > 0.35};
  Integer edges(start = 0, fixed = true), changes(start = 0, fixed = true);
  Integer fired(start = 0, fixed = true), made(start = 0, fixed = true);
  Integer two = if time < 2 then 2 else 1;
equation
  when sample(0.1, 0.1) then
    s = 2;
    m = {time, 2*time, 3*time};
    y = pre(m[s]);
    w = pre(m[2]);
  end when;
  when edge(b[two]) then
    edges = pre(edges) + 2;
  end when;
  when change(b[two]) then
    changes = pre(changes) + 2;
  end when;
algorithm
  when sample(0.1, 0.1) then
    k := mod(pre(k), 3) + 1;
    n[k] := pre(n[k]) + 1;
  end when;
algorithm
  when b then
    fired := pre(fired) + 1;
  end when;
algorithm
  when {b[i] for i in 1:3} then
    made := pre(made) + 1;
  end when;
end EventElements;
