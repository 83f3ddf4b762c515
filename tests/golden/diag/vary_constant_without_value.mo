model M
  constant Real c;
  Real x = c*time;
end M;
