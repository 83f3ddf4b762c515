model M
  Integer n(start = 0, fixed = true);
  Boolean b = time > 0.5;
equation
  if b then
    when sample(0, 0.1) then
      n = pre(n) + 1;
    end when;
  end if;
end M;
