//! run --stop 8
//! expect linear = (t if t <= 1 else 3*t - 2 if t <= 2 else 5 - t/2 if t <= 4 else 1 + t/2 if t <= 5 else 14.75 - 2.25*t) within 1e-13
//! expect held = (3*min(t, 2) - 2 if 1 <= t <= 2 else held) within 1e-13
//! expect steps = (0 if t < 1 else 1 if t < 2 else 4 if t < 4 else 3 if t < 5 else 3.5 if t < 7 else -1) within 1e-14
//! final v["akima[1]"] = 0.28409090909090906 within 1e-14
//! final v["akima[2]"] = 2.6325757575757573 within 1e-14
//! final v["akima[3]"] = 3.6516666666666664 within 1e-14
//! final v["akima[4]"] = 0.70078125 within 1e-14
//! final slope = -0.9316666666666666 within 1e-14
//! final makima = 3.5332089552238806 within 1e-14
//! final fritsch = 2.6875 within 1e-14
//! final steffen = 2.75 within 1e-14
//! final total = 7 within 1e-14
//! final surface = 5.75 within 1e-14
//! final corner = 13 within 1e-14
//! final nodes = 0 within 1e-12
//! final readAgain = 2 within 1e-14
//! expect slopeOfLinear = (1 if t < 1 else 3 if t < 2 else -0.5 if t < 4 else 0.5 if t < 5 else -2.25) within 1e-12
package ExternalTablesLibrary "Tables by the functions of the Modelica Standard Library, which the run time has itself"
  class Curve
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer smoothness, extrapolation;
      output Curve curve;
    external "C" curve = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", table, size(table, 1),
      size(table, 2), {2}, size({2}, 1), smoothness, extrapolation, false);
    end constructor;
    function destructor
      input Curve curve;
    external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;
  function value
    input Curve curve;
    input Real u;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, 1, u);
    annotation (derivative = slope);
  end value;
  function slope
    input Curve curve;
    input Real u, du;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_getDerValue(curve, 1, u, du);
  end slope;
  function last
    input Curve curve;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable1D_maximumAbscissa(curve);
  end last;
  class Surface
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Integer smoothness;
      output Surface surface;
    external "C" surface = ModelicaStandardTables_CombiTable2D_init2("NoName", "NoName", table, size(table, 1),
      size(table, 2), smoothness, 2, false);
    end constructor;
    function destructor
      input Surface surface;
    external "C" ModelicaStandardTables_CombiTable2D_close(surface);
    end destructor;
  end Surface;
  function height
    input Surface surface;
    input Real u1, u2;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTable2D_getValue(surface, u1, u2);
  end height;
  function isRead "As libraries of before version 4 ask for it"
    input Curve curve;
    output Real done;
  external "C" done = ModelicaStandardTables_CombiTable1D_read(curve, false, true) annotation(Library = {"ModelicaStandardTables"});
  end isRead;
  function isSurfaceRead
    input Surface surface;
    output Real done;
  external "C" done = ModelicaStandardTables_CombiTable2D_read(surface, true, false);
  end isSurfaceRead;
  function over "An object of a function, and one given to it"
    input Real u;
    input Curve other;
    output Real y;
  protected
    Curve own = Curve([0, 0; 1, 2], 1, 2);
  algorithm
    y := value(own, u) + last(other);
  end over;
  block Reader "In an array of components"
    parameter Real u;
    parameter Real table[:, 2];
    Curve curve = Curve(table, 2, 2);
    Real y = value(curve, u);
  end Reader;
end ExternalTablesLibrary;
model ExternalTables
  import ExternalTablesLibrary.*;
  parameter Real table[:, 2] = [0, 0; 1, 1; 2, 4; 4, 3; 5, 3.5; 7, -1];
  Curve c1 = Curve(table, 1, 2), c1h = Curve(table[2:3, :], 1, 1), c3 = Curve(table, 3, 1), c6 = Curve(table, 6, 2);
  Curve c4 = Curve(table, 4, 2), c5 = Curve(table, 5, 2), c2 = Curve(table, 2, 2);
  parameter Real g[4] = {0, 1, 2, 3};
  /* z = 1 + x*y + y at the nodes */
  Surface s = Surface([0, 0, 1, 3; 0, 1, 2, 4; 1, 1, 3, 7; 2, 1, 4, 10], 1);
  Surface a = Surface({{0, 0, 1, 2, 3}, {0, 1, 2, 3, 4}, {1, 1, 3, 5, 7}, {2, 1, 4, 7, 10}}, 2);
  Reader r[4](u = {0.5, 1.5, 3, 6.5}, each table = table);
  Real linear, held, steps, akima[4] = r.y, makima, fritsch, steffen, slope, surface, corner, nodes;
  Real slopeOfLinear = der(linear);
  Real readAgain = isRead(c1) + isSurfaceRead(s);
  Real total = over(0, c1) "over needs an object while it runs";
equation
  linear = value(c1, time);
  held = value(c1h, time);
  steps = value(c3, min(time, 7.5));
  makima = value(c6, 3);
  fritsch = value(c4, 1.5);
  steffen = value(c5, 1.5);
  slope = ExternalTablesLibrary.slope(c2, 3, 1);
  surface = height(s, 1.5, 2) - 0.25 "1 + 1.5*2 + 2 by two linear steps";
  corner = height(a, 3, 3) "the surface is a bilinear function: it goes on";
  nodes = sum(abs(height(a, i, j) - (1 + i*j + j)) for i in {0, 0.3, 2}, j in {0, 1.7, 3});
end ExternalTables;
