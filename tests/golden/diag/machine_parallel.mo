model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  inner Integer v(start = 0);
  S a, b, c, d;
equation
  initialState(a);
  transition(a, b, true, immediate = false);
  initialState(c);
  transition(c, d, true, immediate = false);
end M;
