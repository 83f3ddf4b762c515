model A
  Real x(start = 0);
equation
  when Clock(0.1) and time > 0.5 then
    x = previous(x) + 1;
  end when;
end A;
