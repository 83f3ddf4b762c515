partial model Base
  Real x;
end Base;
model M
  Base b;
end M;
