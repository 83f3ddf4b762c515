model Rei
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
  when x < 0.5 then
    reinit(x, 1);
  end when;
  when x < 0.5 then
    reinit(x, 2);
  end when;
end Rei;
