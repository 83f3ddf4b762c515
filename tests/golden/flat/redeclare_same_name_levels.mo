// redeclare package Medium = Medium through five levels (pitfalls 1 and 30).
package M0
  constant Real c = 1;
end M0;
package M1
  extends M0(c = 5);
end M1;
model L5
  replaceable package Medium = M0;
  Real x = Medium.c*time;
end L5;
model L4
  replaceable package Medium = M0;
  L5 s(redeclare package Medium = Medium);
end L4;
model L3
  replaceable package Medium = M0;
  L4 s(redeclare package Medium = Medium);
end L3;
model L2
  replaceable package Medium = M0;
  L3 s(redeclare package Medium = Medium);
end L2;
model L1
  replaceable package Medium = M1;
  L2 s(redeclare package Medium = Medium);
  L2 t;
end L1;
// Real s.s.s.s.x = 5*time; Real t.s.s.s.x = 1*time;
