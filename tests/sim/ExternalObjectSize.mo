//! run --stop 1
//! expect total = 3*t within 1e-13
//! final v["x[3]"] = 1 within 1e-13
package ExternalObjectSizeLibrary "A function that makes an object for itself tells the size of an array"
  class Curve
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      output Curve curve;
    external "C" curve = ModelicaStandardTables_CombiTable1D_init2("NoName", "NoName", table, size(table, 1),
      size(table, 2), {2}, size({2}, 1), 1, 2, false);
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
  end value;
  function read
    input Real u;
    output Integer n;
  protected
    Curve curve = Curve([0, 1; 2, 5; 4, 3]);
  algorithm
    n := integer(value(curve, u) + 0.5);
  end read;
end ExternalObjectSizeLibrary;

model ExternalObjectSize
  import ExternalObjectSizeLibrary.read;
  final parameter Integer n = read(1) "halfway between 1 and 5";
  Real x[n] = fill(time, n);
  Real total = sum(x);
end ExternalObjectSize;
