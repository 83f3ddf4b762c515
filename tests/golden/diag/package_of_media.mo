// A package of media in the place of a medium: told once, with those inside of it.
package Interfaces
  partial package Medium
    type Pressure = Real;
    constant Integer nX = 1;
  end Medium;
end Interfaces;
package Water
  package Liquid
    extends Interfaces.Medium;
  end Liquid;
  package Steam
    extends Interfaces.Medium;
  end Steam;
end Water;
model Source
  replaceable package Medium = Interfaces.Medium;
  Medium.Pressure p = 1;
  Real X[Medium.nX] = fill(1, Medium.nX);
end Source;
model Plant
  Source s(redeclare package Medium = Water);
end Plant;
