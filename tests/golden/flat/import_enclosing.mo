// An import in an enclosing package is seen by all inside, also by code inherited from there (pitfall 23).
package Consts
  constant Real c = 7;
end Consts;
package P
  import Consts.c;
  model Base
    Real x = c;
  end Base;
end P;
model M
  extends P.Base;
  parameter Real c = 1;
  Real y = c;
end M;
// Real x = 7 (the c of P, not of M: a base's names are looked up in the base);
// parameter Real c = 1; Real y = c;
