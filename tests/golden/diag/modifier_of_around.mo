model P
  Real u = 1;
end P;
model PI
  extends P;
end PI;
model Plant
  replaceable model Ctrl = P constrainedby P;
  Ctrl c;
end Plant;
model OfAround
  Plant p(c(redeclare model Ctrl = PI));
end OfAround;
