connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real v;
equation
  v = p.v - n.v;
  p.i + n.i = 0;
end TwoPin;
model StructInheritedAgain "an equation that the base class has already"
  extends TwoPin;
  parameter Real R = 100;
equation
  p.v - n.v = R*p.i;
  v = p.v - n.v;
end StructInheritedAgain;
