model M
  block S
  end S;
  record R
    Real x;
  end R;
  S a, b, c, many[2];
  R r;
  Real x;
  Boolean q;
equation
  initialState(a);
  transition(a, x, true);
  transition(r, b, true);
  transition(a, many, true);
  transition(a, a + 1, true);
  transition(a, b);
  transition(a, b, 1);
  transition(a, b, true, later = true);
  transition(a, b, true, priority = integer(x));
  initialState(a, b);
  when x > 1 then
    transition(a, b, true);
  end when;
  q = transition(a, b, true);
  r.x = 1;
  x = 1;
end M;
