model M
  Real x = sin(2*pi*time);
end M;
