// A part of the path was left out; and a longer name.
package Lib
  package Electrical
    package Basic
      model Resistor
        parameter Real resistance = 1;
      end Resistor;
    end Basic;
  end Electrical;
end Lib;
model M
  Lib.Basic.Resistor r;
  Lib.Elec.Basic.Resistor q;
end M;
