model M
  Real x = ln(2 + time);
end M;
