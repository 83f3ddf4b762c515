//! run --stop 1
//! expect v["w[1].s"] = t within 1e-12
//! expect v["w[2].s"] = 5*t within 1e-12
//! expect v["u[2].s"] = 5*t within 1e-12
//! expect v["v[2].s"] = 5*t within 1e-12
//! expect v["m[1].s"] = 7*t within 1e-12
//! expect v["m[2].s"] = 8*t within 1e-12
//! expect y = 5 within 0
model RaggedRecords "Arrays of records whose elements differ in size"
  record L
    parameter Integer n = size(x, 1);
    parameter Real x[:];
  end L;
  record One
    extends L(x = {1.0});
  end One;
  record Two
    extends L(x = {2.0, 3.0});
  end Two;
  model Wall
    parameter L layers;
    Real t[layers.n] = time*layers.x;
    Real s = sum(t);
  end Wall;
  parameter L c[2] = {L(x = {1}), L(x = {2, 3})};
  parameter One one;
  parameter Two two;
  Wall w[2](layers = c);
  Wall v[2](layers = {one, two});
  Wall u[2](layers = {One(), Two()});
  Real y = sum(c[2].x);
  record Material
    parameter Real k = 1;
  end Material;
  record Layers
    parameter Integer n = 1;
    parameter Material material[n];
  end Layers;
  record TwoLayers
    extends Layers(final n = 2, material = {Material(k = 3), Material(k = 5)});
  end TwoLayers;
  model Room
    parameter Layers layers;
    Real t[layers.n] = time*layers.material.k;
    Real s = sum(t);
  end Room;
  parameter Layers oneLayer(n = 1, material = {Material(k = 7)});
  parameter TwoLayers twoLayers;
  Room m[2](layers = {oneLayer, twoLayers});
end RaggedRecords;
