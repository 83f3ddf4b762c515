connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin q;
equation
  if cardinality(q) == 0 then
    q.v = 2;
  end if;
end M;
