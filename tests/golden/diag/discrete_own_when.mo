model M
  Integer i(start = 0);
equation
  when sample(0, 0.1) then
    i = i + 1;
  end when;
end M;
