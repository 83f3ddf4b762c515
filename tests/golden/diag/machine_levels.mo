model M
  block S
  end S;
  block T
    S s;
  equation
    initialState(s);
  end T;
  T t;
  S u;
equation
  initialState(u);
  transition(u, t, true);
  transition(t.s, u, true);
end M;
