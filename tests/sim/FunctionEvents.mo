//! run --stop 2
//! expect s = 2*((1 - cos(pi*t))/pi if t < 1 else 2/pi) within 1e-3
//! expect n = n if min(abs(t - 0.5), abs(t - 1.5)) < 1e-9 else t > 0.5 and t < 1.5 within 0
//! events state=2 time=0
model FunctionEvents "Functions make events only where GenerateEvents says so"
  function positive
    input Real x;
    output Real y;
  algorithm
    y := if x > 0 then 2*x else 0;
  end positive;
  function window
    input Real x;
    output Real y;
  algorithm
    y := if x > 0.5 and x < 1.5 then 1 else 0;
    annotation(GenerateEvents = true);
  end window;
  constant Real pi = 3.14159265358979323846;
  Real x(start = 0, fixed = true), s(start = 0, fixed = true);
  Real n = window(x);
equation
  der(x) = 1;
  der(s) = positive(sin(pi*time));
end FunctionEvents;
