package Base
  constant Integer n;
end Base;
model M
  Real x[Base.n] = fill(1, Base.n);
end M;
