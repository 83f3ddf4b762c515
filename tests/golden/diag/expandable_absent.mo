// A signal that nothing is connected to does not exist.
expandable connector Bus
  Real declared;
  Real used;
end Bus;
model ExpandableAbsent
  Bus a, b;
  Real x = a.declared, y = a.unknown;
equation
  connect(a.used, b.used);
end ExpandableAbsent;
