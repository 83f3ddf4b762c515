// Annotations, descriptions and vendor annotations change nothing; names in them need not exist.
model M "A model"
  parameter Real k(unit = "1") = 1 "gain" annotation(Dialog(group = "G", enable = unknownName > 3), __Vendor(a = b.c, d(e = 1)));
  Real x "state";
equation
  x = k*time "an equation" annotation(Line(points = {{0, 0}, {1, 1}}));
  annotation(Icon(graphics = {Rectangle(extent = {{-1, -1}, {1, 1}})}), experiment(StopTime = 1), uses(Modelica(version = "4.0.0")));
end M;
// parameter Real k(unit = "1") = 1; Real x; x = k*time
