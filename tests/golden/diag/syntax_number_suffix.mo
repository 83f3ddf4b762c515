model M
  parameter Real R = 10k;
  Real i = 1/R;
end M;
