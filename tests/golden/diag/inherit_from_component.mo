model M
  Real x = 1;
  extends x;
end M;
