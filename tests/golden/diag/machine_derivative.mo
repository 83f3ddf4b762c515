model M
  block S
    outer output Real x;
  equation
    der(x) = 1;
  end S;
  inner Real x(start = 0);
  S a, b;
  Real u = sample(time, Clock(Clock(1, 10), "ExplicitEuler"));
equation
  initialState(a);
  transition(a, b, u > 1);
end M;
