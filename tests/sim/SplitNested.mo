//! run --stop 1
//! expect v["wall[2].layers.layer[1].x[2]"] = 3*exp(-2*t) within 1e-5
//! expect v["wall[1].layers.layer[2].x[3]"] = 4*exp(-3*t) within 1e-5
//! expect v["wall[2].table"] = 5 within 0
//! expect v["wall[1].table"] = 3 within 0
//! expect v["total.sum"] = 2 within 0
record Material
  parameter Integer n = 2;
end Material;
model Layer
  parameter Material material;
  final parameter Integer n = max(1, material.n);
  Real x[n](start = {i + 1 for i in 1:n}, each fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -i*x[i];
  end for;
end Layer;
model Layers
  parameter Material material[:];
  Layer[size(material, 1)] layer(final material = material);
end Layers;
connector Sum "flows alone"
  flow Real f;
end Sum;
model Wall
  parameter Material material[2];
  parameter Real angle = 0;
  parameter Integer none = 0;
  parameter Real flat[2, 1] = {{1}, {3}}, steep[3, 1] = {{1}, {3}, {5}};
  parameter Real coefficients[:, :] = if angle < 1 then flat else steep;
  Real table = coefficients[end, 1];
  Layers layers(material = material);
  Layer unused[none](material = material[1:none]) if none > 0;
  Sum sum;
equation
  sum.f = -1;
end Wall;
model Total
  Sum port;
  Real sum = port.f;
end Total;
model SplitNested "Arrays in arrays whose elements have different sizes"
  Wall wall[2](each material = {Material(n = 2), Material(n = 3)}, angle = {0, 2});
  Total total;
equation
  for i in 1:2 loop
    connect(wall[i].sum, total.port);
  end for;
end SplitNested;
