model M
  block S
    Real x = u;
    input Real u;
  end S;
  S a(u = time), b(u = hold(y));
  Integer y;
equation
  initialState(a);
  transition(a, b, a.x > 3, immediate = false);
  y = sample(1, Clock(1, 10));
end M;
