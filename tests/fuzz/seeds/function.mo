function f "All statements"
  input Real u[:, size(u, 1)];
  output Real y;
  output Integer n = 0;
protected
  Real s := 0;
algorithm
  for i in 1:size(u, 1), j in 1:i loop
    s := s + u[i, j]^2;
    if s > 10 then
      break;
    elseif s < 0 then
      return;
    else
      n := n + 1;
    end if;
  end for;
  while n < 3 loop
    n := n + 1;
  end while;
  (y, ) := g(s, function h(a = 1, b = 2), c = {k for k in 1:3});
  assert(y >= 0, "negative: " + String(y), level = AssertionLevel.warning);
end f;
