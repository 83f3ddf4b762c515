model M
  Real x = 3 # 4;
end M;
