connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin a, b;
equation
  when time > 1 then
    connect(a, b);
  end when;
end M;
