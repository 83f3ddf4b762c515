model Inner0
  parameter Real gain = 1;
  Real y = gain*inputt;
  Real input0 = time;
end Inner0;
model Middle
  Inner0 a[2];
end Middle;
model M
  Middle m[3];
  Middle n;
end M;
