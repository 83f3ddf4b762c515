// An encapsulated class does not see, and the message does not offer, what is outside.
package P
  constant Real gravity = 1;
  encapsulated model M
    Real x = gravity;
  end M;
end P;
model T
  P.M m;
end T;
