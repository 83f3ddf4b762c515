// Specification 12.6.1: a record from an instance, nested, and from an array of instances.
connector Flange
  Real phi;
  flow Real tau;
end Flange;
model Model1
  Real m1 = 1;
  Boolean b1 = true;
  Flange flange;
equation
  flange.phi = time;
end Model1;
model Model2
  Real r1 = 1;
  Real r2 = 2;
  Integer i2 = 3;
  Model1 sub1;
end Model2;
record MyFlange
  Real tau;
end MyFlange;
record MyRecord1
  Boolean b1;
  MyFlange flange;
end MyRecord1;
record MyRecord2
  Real r1;
  Integer i2;
  MyRecord1 sub1;
  Real more = 4;
end MyRecord2;
model Top
  Model2 s1;
  Model2 s2[2];
  MyRecord2 rec1 = MyRecord2(s1);
  MyRecord2 rec2[2] = MyRecord2(s2);
end Top;
