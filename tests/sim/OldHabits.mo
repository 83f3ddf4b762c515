//! run --stop 1
//! stderr the import of a file is not Modelica and has no effect
//! stderr a constraining class is written behind `constrainedby` since Modelica 3
//! stderr a modifier names an array without subscripts
//! stderr `sensor.y` and `plain` are connected, of which one is an input or output and the other is neither
//! expect v["plain"] = 3*t within 1e-12
//! expect v["table.total"] = 10 within 1e-12
import "C:/Libraries/Other.mo";
package OldHabitsLibrary "As libraries of before Modelica 3 are written"
  connector Signal = Real;
  connector Output = output Real;
  model Load
    Real u;
  end Load;
  model Heavy
    extends Load;
    Real twice = 2*u;
  end Heavy;
  model Sensor
    Output y;
    replaceable Load load extends Load;
    replaceable model Other = Heavy extends Load;
  equation
    load.u = time;
    y = 3*load.u;
  end Sensor;
  model Table
    parameter Real table[:, :] = [1, 2];
    Real total = sum(table);
  end Table;
end OldHabitsLibrary;
model OldHabits
  import OldHabitsLibrary.*;
  Sensor sensor(redeclare replaceable Heavy load extends Load);
  Signal plain;
  Table table(table[:, :] = [1, 2; 3, 4]);
equation
  connect(sensor.y, plain);
end OldHabits;
