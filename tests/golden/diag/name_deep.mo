package Lib
  package Electrical
    package Examples
      model Resistor
        Real x = time;
      end Resistor;
    end Examples;
    package Analog
      package Basic
        model Resistor
          parameter Real R = 1, i_start = 0;
        end Resistor;
      end Basic;
    end Analog;
  end Electrical;
end Lib;
model M
  Lib.Electrical.Resistor r(R = 10);
  Lib.Electrical.Analog.Basic.Resistor s(i0 = 2);
end M;
