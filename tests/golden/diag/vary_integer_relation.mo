model M
  function f
    input Real u;
    output Integer n;
  algorithm
    n := integer(u);
  end f;
  Boolean b = f(time) > 2 "no event: the operands are Integers";
  Integer k(start = 0, fixed = true);
equation
  when f(time) > 1 then
    k = pre(k) + 1;
  end when;
end M;
