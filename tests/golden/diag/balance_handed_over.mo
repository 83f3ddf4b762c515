package BalanceHandedOver "An input is given by an equation and by another component's output"
  model Engine
    input Real pedal;
    Real f = 4000*pedal;
  end Engine;
  model Driver
    input Real v, wanted;
    output Real pedal;
  equation
    pedal = max(0, min(1, wanted - v));
  end Driver;
  model Test
    Engine engine;
    Driver driver;
    Real v(start = 0, fixed = true);
  equation
    1200*der(v) = engine.f;
    driver.v = v;
    driver.wanted = if time < 20 then 20 else 30;
    driver.pedal = engine.pedal;
    engine.pedal = 1;
  end Test;
end BalanceHandedOver;
