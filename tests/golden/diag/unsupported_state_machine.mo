model M
  model S
    outer output Integer n;
  equation
    n = previous(n) + 1;
  end S;
  inner Integer n(start = 0);
  S a, b;
equation
  initialState(a);
  transition(a, b, n > 3);
end M;
