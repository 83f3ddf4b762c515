partial model Field
  Real g;
end Field;
model Body
  outer Field field;
  Real f = field.g;
end Body;
model M
  Body b;
end M;
