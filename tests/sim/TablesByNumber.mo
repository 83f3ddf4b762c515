//! expect curve = 2*t if t <= 0.5 else 6*t - 2 within 1e-12
//! expect second = -1 within 1e-12
//! expect surface = 1.5 + 2*t within 1e-12
//! expect timed = max(0, 8*t - 4) within 1e-12
//! final first = 0.5 within 1e-12
//! final last = 1 within 1e-12
//! final before = 2 within 1e-12
//! final area = 1.25 within 1e-6
model TablesByNumber "Tables that libraries of before 3.2.1 know by Integers"
  function curveInit
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Integer smoothness;
    output Integer id;
    external "C" id = ModelicaTables_CombiTable1D_init(tableName, fileName, table, size(table, 1),
      size(table, 2), smoothness) annotation(Library = "ModelicaExternalC");
  end curveInit;
  function curveValue
    input Integer id;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaTables_CombiTable1D_interpolate(id, column, u)
      annotation(Library = "ModelicaExternalC");
  end curveValue;
  function surfaceInit
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Integer smoothness;
    output Integer id;
    external "C" id = ModelicaTables_CombiTable2D_init(tableName, fileName, table, size(table, 1),
      size(table, 2), smoothness);
  end surfaceInit;
  function surfaceValue
    input Integer id;
    input Real u1;
    input Real u2;
    output Real y;
    external "C" y = ModelicaTables_CombiTable2D_interpolate(id, u1, u2);
  end surfaceValue;
  function timeInit
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Real start;
    input Integer smoothness;
    input Integer extrapolation;
    output Integer id;
    external "C" id = ModelicaTables_CombiTimeTable_init(tableName, fileName, table,
      size(table, 1), size(table, 2), start, smoothness, extrapolation);
  end timeInit;
  function timeBefore
    input Real now;
    input Real start;
    input Integer smoothness;
    input Integer extrapolation;
    input String tableName;
    input String fileName;
    input Real table[:, :];
    input Integer byColumns;
    output Integer id;
    external "C" id = dymTableTimeIni2(now, start, smoothness, extrapolation, tableName, fileName,
      table, size(table, 1), size(table, 2), byColumns);
  end timeBefore;
  function timeValue
    input Integer id;
    input Integer column;
    input Real u;
    output Real y;
    external "C" y = ModelicaTables_CombiTimeTable_interpolate(id, column, u);
  end timeValue;
  function timeFirst
    input Integer id;
    output Real y;
    external "C" y = ModelicaTables_CombiTimeTable_minimumTime(id);
  end timeFirst;
  function timeLast
    input Integer id;
    output Real y;
    external "C" y = ModelicaTables_CombiTimeTable_maximumTime(id);
  end timeLast;
  parameter Real points[3, 3] = [0, 0, -1; 0.5, 1, -1; 1, 4, -1];
  parameter Real steps[2, 2] = [0.5, 0; 1, 4];
  Integer curveId, surfaceId, timeId, beforeId;
  Real curve = curveValue(curveId, 2, time);
  Real second = curveValue(curveId, 3, time);
  Real surface = surfaceValue(surfaceId, time, 1.5);
  Real timed = timeValue(timeId, 2, time);
  Real before = timeValue(beforeId, 2, 0.75);
  Real area(start = 0, fixed = true) "Integral of curve from 0.5: (1 + 4)/2*0.5";
  Real first, last;
  parameter Real begins(fixed = false), ends(fixed = false);
equation
  first = begins;
  last = ends;
  der(area) = if time < 0.5 then 0 else curve;
  when initial() then
    curveId = curveInit("NoName", "NoName", points, 1);
    surfaceId = surfaceInit("NoName", "NoName", [0, 1, 2; 0, 1, 2; 1, 3, 4], 1);
    timeId = timeInit("NoName", "NoName", steps, 0.5, 1, 2);
    beforeId = timeBefore(0, 0.5, 0, 1, "NoName", "NoName", steps, 0);
  end when;
initial equation
  begins = timeFirst(timeId);
  ends = timeLast(timeId);
end TablesByNumber;
