model Boom
  Real h = 1 + time;
equation
  assert("the boom is too low", h > 0);
end Boom;
