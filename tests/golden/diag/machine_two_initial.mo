model M
  block S
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, true);
  initialState(b);
end M;
