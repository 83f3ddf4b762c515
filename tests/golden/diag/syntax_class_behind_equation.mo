package Hydraulics
  model Pump
    Real q;
  equation
    q = 1;

  model Plant
    Pump pump;
  end Plant;
end Hydraulics;
