model RedeclareWithoutOutput
  partial model Engine
    input Real v;
    output Real F;
  end Engine;
  model Steam
    extends Engine;
  equation
    F = 100 - v;
  end Steam;
  model Electric
    input Real v;
    Real F;
  equation
    F = 50/(1 + v);
  end Electric;
  model Car
    replaceable Steam engine constrainedby Engine;
    Real v(start = 0, fixed = true);
  equation
    engine.v = v;
    der(v) = engine.F;
  end Car;
  extends Car(redeclare Electric engine);
end RedeclareWithoutOutput;
