package UnitArrayOfComponents "What is said of all elements names none of them"
  model Tank
    parameter Real A(unit = "m2") = 1;
    Real h(unit = "m", start = 1, fixed = true);
    Real q(unit = "m3/s");
  equation
    der(h) = q;
    q = -A*0.1;
  end Tank;
  model Tanks
    Tank tank[3];
  end Tanks;
end UnitArrayOfComponents;
