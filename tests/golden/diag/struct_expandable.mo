// A signal that is read, but that nothing gives a value.
expandable connector Bus
  Real declared;
  Real unused;
end Bus;
model Reader
  Bus bus;
  Real x = 2*bus.declared;
end Reader;
model StructExpandable
  Reader r;
  Bus bus;
equation
  connect(r.bus, bus);
end StructExpandable;
