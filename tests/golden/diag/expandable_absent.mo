// Members that nothing is connected to: a connector, an array without size, a name that is unknown.
connector Pin
  Real v;
  flow Real i;
end Pin;
expandable connector Bus
  Real declared;
  Pin pin;
  Real open[:];
end Bus;
model ExpandableAbsent
  Bus a, b;
  Real x = a.pin.v, y = a.unknown, z = a.open[1];
equation
  connect(a.declared, b.declared);
end ExpandableAbsent;
