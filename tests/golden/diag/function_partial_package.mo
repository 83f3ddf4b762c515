package PartialMed
  replaceable partial function density
    input Real T; output Real d;
  end density;
end PartialMed;
package Water
  extends PartialMed;
  constant Real d0 = 1000;
end Water;
model Vol
  replaceable package Medium = PartialMed;
  Real d = Medium.density(300 + time);
end Vol;
model Plant
  Vol v(redeclare package Medium = Water);
end Plant;
