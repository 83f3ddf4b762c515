//! unless bdf sdirk radau
//! run --stop 10
//! stderr the solution needs steps of about
//! stderr `T < 20` in the function `WarnFunctionJump.heat` (
//! stderr called in der(T) = heat(T) (
//! final T = 20 within 1e-3
// A thermostat inside of a function: the run ends, by steps so small that its condition is told.
model WarnFunctionJump
  function heat
    input Real T;
    output Real Q;
  algorithm
    if T < 20 then
      Q := 10;
    else
      Q := -10;
    end if;
  end heat;
  Real T(start = 0, fixed = true);
equation
  der(T) = heat(T);
end WarnFunctionJump;
