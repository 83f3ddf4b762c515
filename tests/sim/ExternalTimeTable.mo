//! run --stop 5.5 --interval 0.05
//! run --stop 5.5 --interval 0.05 --method cvode
//! expect x = (0 if t < 1 else (t - 1) if t <= 2 else 1 if t <= 3 else 1 + 2*(t - 3) if t <= 4 else 3 + 2*(t - 4)) within 1e-7
//! expect saw = 2*(t % 1) if 1e-9 < t % 1 < 1 - 1e-9 else saw within 1e-9
//! expect jump = 1 within 0
//! expect integral = floor(t) + (t % 1)**2 within 1e-6
package ExternalTimeTableLibrary "Time events of a table: kinks and jumps are met exactly, the function stays in its piece"
  class Table
    extends ExternalObject;
    function constructor
      input Real table[:, :];
      input Real startTime;
      input Integer smoothness, extrapolation, events;
      output Table t;
    external "C" t = ModelicaStandardTables_CombiTimeTable_init2("NoName", "NoName", table, size(table, 1), size(table, 2),
      startTime, {2}, size({2}, 1), smoothness, extrapolation, 0.0, events, false);
    end constructor;
    function destructor
      input Table t;
    external "C" ModelicaStandardTables_CombiTimeTable_close(t);
    end destructor;
  end Table;
  function value
    input Table t;
    input Real u, next, previous;
    output Real y;
  external "C" y = ModelicaStandardTables_CombiTimeTable_getValue(t, 1, u, next, previous);
  end value;
  function nextEvent
    input Table t;
    input Real u;
    output Real next;
  external "C" next = ModelicaStandardTables_CombiTimeTable_nextTimeEvent(t, u);
  end nextEvent;
  block Source
    parameter Real table[:, 2], startTime = 0;
    parameter Integer extrapolation = 2, events = 1;
    Table t = Table(table, startTime, 1, extrapolation, events);
    discrete Real next(start = 0, fixed = true);
    Real y = value(t, time, next, pre(next));
  equation
    when {time >= pre(next), initial()} then
      next = nextEvent(t, time);
    end when;
  end Source;
end ExternalTimeTableLibrary;
model ExternalTimeTable
  import ExternalTimeTableLibrary.*;
  Source slope(table = [0, 9; 1, 0; 1, 0; 1, 1; 2, 1; 2, 0; 3, 0; 3, 2; 4, 2], startTime = 1, extrapolation = 1, events = 2);
  Source step(table = [0, 0; 0, 1], extrapolation = 1) "begins with its jump";
  Source cycle(table = [0, 0; 1, 2], extrapolation = 3);
  Real x(start = 0, fixed = true), integral(start = 0, fixed = true), saw = cycle.y, jump = step.y;
equation
  der(x) = slope.y;
  der(integral) = cycle.y;
end ExternalTimeTable;
