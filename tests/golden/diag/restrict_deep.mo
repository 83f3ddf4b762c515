connector F
  Real u;
  flow Real i;
end F;
model Inside
  model Deep
    F f;
  end Deep;
  Deep d;
end Inside;
model M
  Inside a, b;
equation
  connect(a.d.f, b.d.f);
end M;
