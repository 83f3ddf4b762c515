model M
  Real x(start = 0);
  discrete Real d(start = 0);
equation
  der(x) = 1;
  when x > 1 then
    -d = 3;
  end when;
end M;
