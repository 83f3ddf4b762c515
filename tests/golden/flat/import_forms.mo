// import in all four forms: qualified, renaming, a list, unqualified (notes 13.4; section 13.2).
package Q
  constant Real g = 9.8;
  constant Real h = 2;
  package Inner
    constant Real a = 1;
    constant Real b = 3;
    constant Real c = 5;
  end Inner;
  model M
    import Q.g;
    import N = Q.Inner;
    import Q.Inner.{a, b};
    import Q.*;
    Real w = g;
    Real x = N.c;
    Real y = a + b;
    Real z = h;
  end M;
end Q;
model Use
  Q.M m;
end Use;
// Real m.w = 9.8; Real m.x = 5; Real m.y = 1 + 3; Real m.z = 2;
