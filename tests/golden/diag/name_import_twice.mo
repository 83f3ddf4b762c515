// Specification 13.2.1: two imports must not give the same name.
package P
  constant Real c = 1;
  constant Real d = 2;
end P;
model T
  import P.c;
  import c = P.d;
  Real x = c;
end T;
