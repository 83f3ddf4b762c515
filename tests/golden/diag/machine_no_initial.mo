model M
  block S
  end S;
  S a, b;
equation
  transition(a, b, true);
end M;
