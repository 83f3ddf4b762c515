//! expect y = 3*t within 1e-12
package RecordShortDefaultsParts "What a short class says of its fields does not contradict the value of a whole"
  record Battery
    parameter Real e = 1;
    parameter Real u = 1;
  end Battery;
  record Cell = Battery(e = 25, u = 48);
  record Pack = Battery(e = 3, u = 4);
  model Base
    replaceable parameter Battery data constrainedby Battery;
    Real y = data.e*time;
  end Base;
  model Chosen
    extends Base(redeclare Cell data);
  end Chosen;
  model System
    replaceable parameter Battery given constrainedby Battery;
    Chosen part(final data = given);
  end System;
end RecordShortDefaultsParts;
model RecordShortDefaults
  RecordShortDefaultsParts.System system(redeclare RecordShortDefaultsParts.Pack given);
  Real y = system.part.y;
end RecordShortDefaults;
