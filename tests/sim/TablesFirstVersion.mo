//! expect curve = 2*t if t <= 0.5 else 6*t - 2 within 1e-12
//! expect surface = 1.5 + 2*t within 1e-12
//! expect timed = max(0, 8*t - 4) within 1e-12
model TablesFirstVersion "The first functions that made tables as external objects: names of tables before those of files"
  class Curve
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer columns[:];
      input Integer smoothness;
      output Curve curve;
      external "C" curve = ModelicaStandardTables_CombiTable1D_init(tableName, fileName, table,
        size(table, 1), size(table, 2), columns, size(columns, 1), smoothness)
        annotation(Library = {"ModelicaStandardTables"});
    end constructor;
    function destructor
      input Curve curve;
      external "C" ModelicaStandardTables_CombiTable1D_close(curve);
    end destructor;
  end Curve;
  class Surface
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Integer smoothness;
      output Surface surface;
      external "C" surface = ModelicaStandardTables_CombiTable2D_init(tableName, fileName, table,
        size(table, 1), size(table, 2), smoothness);
    end constructor;
    function destructor
      input Surface surface;
      external "C" ModelicaStandardTables_CombiTable2D_close(surface);
    end destructor;
  end Surface;
  class Timed
    extends ExternalObject;
    function constructor
      input String tableName;
      input String fileName;
      input Real table[:, :];
      input Real start;
      input Integer columns[:];
      input Integer smoothness;
      input Integer extrapolation;
      output Timed timed;
      external "C" timed = ModelicaStandardTables_CombiTimeTable_init(tableName, fileName, table,
        size(table, 1), size(table, 2), start, columns, size(columns, 1), smoothness, extrapolation);
    end constructor;
    function destructor
      input Timed timed;
      external "C" ModelicaStandardTables_CombiTimeTable_close(timed);
    end destructor;
  end Timed;
  function curveValue
    input Curve curve;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable1D_getValue(curve, column, u);
  end curveValue;
  function surfaceValue
    input Surface surface;
    input Real u1;
    input Real u2;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTable2D_getValue(surface, u1, u2);
  end surfaceValue;
  function timedValue
    input Timed timed;
    input Integer column;
    input Real now;
    input Real next;
    input Real previous;
    output Real y;
    external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(timed, column, now, next, previous);
  end timedValue;
  parameter Curve curveTable = Curve("NoName", "NoName", [0, 0; 0.5, 1; 1, 4], {2}, 1);
  parameter Surface surfaceTable = Surface("NoName", "NoName", [0, 1, 2; 0, 1, 2; 1, 3, 4], 1);
  parameter Timed timedTable = Timed("NoName", "NoName", [0.5, 0; 1, 4], 0.5, {2}, 1, 2);
  Real curve = curveValue(curveTable, 1, time);
  Real surface = surfaceValue(surfaceTable, time, 1.5);
  Real timed = timedValue(timedTable, 1, time, 1e300, 0);
end TablesFirstVersion;
