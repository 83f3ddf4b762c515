model M
  block S
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, a.n > 3);
end M;
