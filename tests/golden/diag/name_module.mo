model M
  Real x = math.exp(-time);
  Real y = np.pi*time;
  Real z = Math.pow(time, 2);
end M;
