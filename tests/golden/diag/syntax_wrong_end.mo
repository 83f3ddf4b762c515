model Motor
  Real x = time;
end Motr;
