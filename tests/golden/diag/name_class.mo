package Lib
  model Resistor
    parameter Real R = 1;
  end Resistor;
end Lib;
model M
  Lib.Resistr r(R = 2);
  Capacitor c;
end M;
