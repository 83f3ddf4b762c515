model Body
  constant Real g = 9.81;
  Real v(start = 0, fixed = true);
equation
  der(v) = -g;
end Body;
model Moon "A constant is given a value by an equation"
  Body b;
equation
  b.g = 1.62;
end Moon;
