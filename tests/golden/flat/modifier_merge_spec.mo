// The merging example of section 7.2.3 of the specification.
class C1
  parameter Real a;
end C1;
class C2
  parameter Real b;
  parameter Real c;
end C2;
record R1
  parameter Real a;
end R1;
model C3
  parameter Real x1 = 0;
  parameter Real x2 = 2;
  parameter R1 x3;
  parameter C2 x4(b = 4);
  parameter R1 x5(a = 5);
  extends C1;
  extends C2(b = 6, c = 77);
end C3;
model C4
  extends C3(x2 = 22, x3(a = 33), x4(c = 44), x5 = x3, a = 55, b = 66);
end C4;
// x1 = 0; x2 = 22; x3.a = 33; x4.b = 4; x4.c = 44; x5.a = x3.a; a = 55; b = 66; c = 77
