package Lib
  package Units
    type Voltage = Real(unit = "V");
  end Units;
  block Sine
    parameter Real f = 1;
    output Real y = sin(f*time);
  end Sine;
  annotation(version = "2", conversion(from(version = "1", change = {
    convertClass("Lib.SIunits", "Lib.Units"),
    convertModifiers("Lib.Sine", {"freqHz"}, {"f=%freqHz%"})})));
end Lib;
model M "Names of an older version"
  Lib.SIunits.Voltage v = 3;
  Lib.Sine s(freqHz = 2);
end M;
