model M
  Boolean a, b, c;
equation
  c = time > 0.5;
  a = b and c;
  b = not a;
end M;
