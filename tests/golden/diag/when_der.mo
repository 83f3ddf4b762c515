model A
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    der(x) = 2;
  end when;
end A;
