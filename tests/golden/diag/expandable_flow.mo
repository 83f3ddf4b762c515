// No flows of its own.
expandable connector Bus
  flow Real i;
end Bus;
model ExpandableFlow
  Bus a;
end ExpandableFlow;
