connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  parameter Boolean use = false;
  Pin p if use;
  Real x = p.v;
end M;
