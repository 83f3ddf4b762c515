model M
  Real x = time;
equation
  assert(x, "not a condition");
  assert(x > 0, 3);
end M;
