model M
  Real velocity = time;
  Real y = velosity + 1;
end M;
