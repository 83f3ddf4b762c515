// Redeclaration in an array of components needs each (pitfall 31); sizes come from the redeclared package.
package M0
  constant Integer n = 1;
end M0;
package M3
  extends M0(n = 3);
end M3;
model Port
  replaceable package Medium = M0;
  Real x[Medium.n];
equation
  x = fill(time, Medium.n);
end Port;
model Top
  package Medium = M3;
  Port p[2](redeclare each package Medium = Medium);
end Top;
// Real p[1].x[3]; Real p[2].x[3]; equation p[i].x = fill(time, 3);
