//! run --stop 2
//! status 3
//! stderr too late: 1
model FailModelicaError "ModelicaError without a header or library that has it, as older versions of the Standard Library call it"
  function raise
    input String text;
    external "C" ModelicaError(text) annotation (Library = "ModelicaExternalC");
  end raise;
  function f
    input Real t;
    output Real y;
  algorithm
    if t > 1 then
      raise("too late: " + String(integer(t)));
    end if;
    y := t;
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = f(time);
end FailModelicaError;
