model M
  Real x, y, z;
equation
  x = sample(time, Clock(1, 10));
  y = subSample(x, 3);
  when Clock(1, 3) then
    z = y;
  end when;
end M;
