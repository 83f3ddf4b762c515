// An element of the class beats an import of the same name; qualified beats unqualified (section 5.3.1).
package A
  constant Real u = 10;
  constant Real v = 20;
end A;
package B
  constant Real v = 30;
end B;
model M
  import A.*;
  import B.v;
  parameter Real u = 1;
  Real x = u;
  Real y = v;
end M;
// parameter Real u = 1; Real x = u; Real y = 30;
