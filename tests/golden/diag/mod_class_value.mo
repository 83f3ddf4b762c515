package Water
  constant Real cp = 4200;
end Water;
model Tank
  replaceable package Medium = Water;
  parameter Real m = 1;
  Real C = m*Medium.cp;
end Tank;
model M
  Tank tank(Medium = Water, m = 2);
end M;
