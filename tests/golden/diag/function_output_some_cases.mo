// An output that is assigned in some cases only; a complete `if`, errors in the other cases, and pairs of conditions are no mistake.
function f
  input Real u;
  output Real y;
algorithm
  if u > 0 then
    y := sqrt(u);
  end if;
end f;
function g
  input Real u;
  output Real y;
algorithm
  if u > 0 then
    y := 1;
  elseif u < 0 then
    y := -1;
  else
    assert(false, "zero");
  end if;
end g;
function h
  input Real u;
  output Real y;
algorithm
  if u > 0 then
    y := 1;
  end if;
  if u <= 0 then
    y := 2;
  end if;
end h;
model M
  Real a = f(time - 1), b = g(time + 1), c = h(time);
end M;
