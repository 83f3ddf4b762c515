model M
  parameter Boolean simple = true;
  Real y, loss, p;
equation
  p = 10 - loss;
  if simple then
    y = 0.9*p;
  else
    y = p - loss;
  end if;
  if not simple then
    loss = 0.1*p;
  end if;
end M;
