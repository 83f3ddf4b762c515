model M
  Boolean a, b;
equation
  a = not b;
  b = a;
end M;
