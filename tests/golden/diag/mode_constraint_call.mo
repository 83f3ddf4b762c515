model mode_constraint_call "The equations that are too many in one mode contain a call with two results"
  function properties
    input Real p;
    output Real a = p;
    output Real b = 2*p;
  algorithm
    while a < 1 loop
      a := a + 1;
      b := b + sin(a);
    end while;
  end properties;
  Real p, a, b, h;
  Real s(start = 0.2, fixed = true);
equation
  der(s) = 1;
  (a, b) = properties(p);
  b + (if s > 0.5 then h else 0) = 3 + time;
  0 = if s > 0.5 then h - 2*a else a - b*p;
end mode_constraint_call;
