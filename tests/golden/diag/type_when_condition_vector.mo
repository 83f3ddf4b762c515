model M
  Integer n(start = 0);
equation
  when {time > 1, 3} then
    n = 1;
  end when;
end M;
