package Functions
  constant Real gravity = 9.81;
  function area
    input Real d;
    output Real a = d^2;
  end area;
  function area_of_ring
    input Real d, e;
    output Real a = d^2 - e^2;
  end area_of_ring;
end Functions;
model NameOfPackage "what a package has not: built-in functions, names that begin like others"
  Real x = Functions.sqrt(2);
  Real y = Functions.gravi_earth;
  Real z = Functions.area(1, 2);
end NameOfPackage;
