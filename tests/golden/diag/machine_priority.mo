model M
  block S
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true, priority = 2);
  transition(b, a, true);
  transition(b, b, false);
end M;
