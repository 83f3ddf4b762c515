model M
  discrete Real e, f;
equation
  e = 2*time;
  2*time = f;
end M;
