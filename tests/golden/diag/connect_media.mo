package Fluids
  constant Integer n = 1;
end Fluids;
package Water
  extends Fluids(n = 1);
end Water;
package Air
  extends Fluids(n = 2);
end Air;
connector Port
  replaceable package Medium = Fluids;
  Real p;
  flow Real q;
  Real c[Medium.n];
  flow Real cq[Medium.n];
end Port;
model Vessel
  replaceable package Medium = Fluids;
  Port port(redeclare package Medium = Medium);
equation
  port.p = 1;
  port.c = fill(1, Medium.n);
end Vessel;
model M
  Vessel tank(redeclare package Medium = Water), room(redeclare package Medium = Air);
equation
  connect(tank.port, room.port);
end M;
