model A
  parameter Boolean on = yes;
  Real x = if on then 1 else 0;
end A;
