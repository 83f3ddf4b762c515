// Specification 4.1: protected elements cannot be reached by a dot.
package P
protected
  model M
    Real x = 1;
  end M;
end P;
model T
  P.M m;
end T;
