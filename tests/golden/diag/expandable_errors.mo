// What cannot be known of an expandable connector.
connector RealInput = input Real;
expandable connector Bus
  Real declared;
end Bus;
connector Plain
  Real x;
  flow Real f;
end Plain;
block Sink
  RealInput u;
end Sink;
model ExpandableErrors
  Bus a, b;
  Plain p;
  Sink s;
equation
  connect(a.sub.side, s.u);
  connect(a, p);
end ExpandableErrors;
