model Count
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  when sample(0, 0.2) then
    n = previous(n) + 1;
  end when;
  der(x) = n - x;
end Count;
