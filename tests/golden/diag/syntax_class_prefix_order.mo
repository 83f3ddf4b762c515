model M
  Real parameter p = 3;
end M;
