package Media
  partial package Medium
    replaceable partial function enthalpy
      input Real T;
      output Real h;
    end enthalpy;
  end Medium;
  package Water
    extends Medium;
    redeclare function extends entalpy
    algorithm
      h := 4180*T;
    end entalpy;
  end Water;
end Media;
model RedeclareNear
  Real h = Media.Water.enthalpy(300);
end RedeclareNear;
