model M
  function f
    input Real u;
    output Integer n;
    output Real r;
  algorithm
    n := integer(u);
    r := u;
  end f;
  Integer n, k, c;
  Real r;
equation
  (n, r) = f(time);
algorithm
  k := f(time);
algorithm
  if noEvent(time > 0.5) then
    c := 1;
  else
    c := 2;
  end if;
end M;
