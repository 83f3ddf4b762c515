connector In = input Real;
block Add In u1, u2; output Real y; equation y = u1 + u2; end Add;
block One output Real y = 1; end One;
model M
  Add add;
  One a, b, c;
equation
  connect(a.y, add.u1);
  connect(b.y, add.u2);
  connect(c.y, add.u3);
end M;
