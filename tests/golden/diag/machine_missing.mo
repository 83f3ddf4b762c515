model M
  block S
    outer output Integer v;
  end S;
  inner Integer v(start = 0);
  S a, b;
equation
  initialState(a);
  transition(a, b, true, immediate = false);
end M;
