model Hidden
  Real x = 1;
  model Inner
    Real y = 2;
  end Inner;
  function f
    input Real u;
    output Real y = 2*u;
  algorithm
  end f;
  encapsulated model Open
    Real y = 3;
  end Open;
end Hidden;
partial package Base
  constant Real k = 1;
end Base;
record Narrow
  Real a;
end Narrow;
record Wide
  extends Narrow;
  Real b;
end Wide;
model User
  outer Narrow world;
  Real x = world.b;
end User;
model M
  Hidden.Open b;
  Real k = Base.k;
  Hidden h[2];
  Real z = h[1].f(2);
  Hidden g if true;
  Real w = g.x;
  inner Wide world(a = 1, b = 2);
  User user;
  Real v = g.f(2);
end M;
