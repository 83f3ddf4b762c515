// model L = Res(R = R) takes R from around L (pitfall 2).
model Res
  parameter Real R = 1;
  Real v = R*time;
end Res;
model Top
  parameter Real R = 8;
  model L = Res(R = R);
  L a;
  L b(R = 3);
  model Nested
    L c;
  end Nested;
  Nested n;
end Top;
// parameter Real R = 8; a.R = R; b.R = 3; n.c.R = R
