model M
  block S
    outer Integer v;
  equation
    v = previous(v) + 1;
  end S;
  inner Integer v(start = 0);
  S a, b;
equation
  initialState(a);
  transition(a, b, true, immediate = false);
end M;
