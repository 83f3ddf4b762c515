model M
  Real x(start = 0);
equation
  when time > 1 then
    when time > 2 then
      x = 1;
    end when;
  end when;
end M;
