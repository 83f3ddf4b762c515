model M
  Real a = (1).;
end M;
