type Three = Real[3];
connector In = input Real;
record Simple
  extends Real;
end Simple;
model Many
  extends Three;
  Real x;
end Many;
model Named
  extends In;
  Real y;
end Named;
operator record O
  Real x;
end O;
operator record O2
  extends O;
end O2;
model M
  Simple a;
  Many b;
  Named c;
  O2 d;
end M;
