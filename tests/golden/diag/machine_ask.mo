model M
  block S
  end S;
  S a, b, c;
  Boolean active, e;
  Integer n;
equation
  initialState(a);
  transition(a, b, true, immediate = false);
  active = activeState(c);
  n = ticksInState();
  e = timeInState() > 3;
end M;
