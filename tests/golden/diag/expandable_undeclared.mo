// Neither side says what the signal is.
expandable connector Bus
end Bus;
model ExpandableUndeclared
  Bus a, b;
equation
  connect(a.one, b.two);
end ExpandableUndeclared;
