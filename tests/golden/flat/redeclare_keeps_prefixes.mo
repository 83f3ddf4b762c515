// A redeclaration takes over variability, direction and sizes it does not mention (section 7.3).
record Geometry
  Real a = 1;
end Geometry;
record GeoHorizontal
  extends Geometry(a = 2);
  Real b = 3;
end GeoHorizontal;
model HeatExchanger
  replaceable parameter Geometry geometry;
  replaceable input Real u[2];
  Real y = u[1] + u[2];
end HeatExchanger;
type Angle = Real(unit = "rad");
model Top
  HeatExchanger h(redeclare GeoHorizontal geometry(b = 5), redeclare Angle u = {time, 1});
end Top;
// parameter Real h.geometry.a = 2; parameter Real h.geometry.b = 5; Real h.u[2](each unit = "rad") = {time, 1};
// Real h.y = h.u[1] + h.u[2];
