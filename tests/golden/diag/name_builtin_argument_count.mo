model M
  Real a = sin(1, 2);
  Real b = atan2(1);
  Real c = der();
  Real d = smooth(1);
end M;
