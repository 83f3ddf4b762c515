// What is assigned in a loop, in some branch or by subscripts is not read before it is assigned. No warning.
model Some
  Real a, b, q, v[2], u = time;
  Integer n, k;
algorithm
  if u > 0.5 then
    a := 1;
  end if;
  if u <= 0.5 then
    a := 2;
  end if;
  b := a;
  a := a + 1;
algorithm
  n := 3;
  while n > 0 loop
    q := n*u;
    n := n - 1;
  end while;
  q := q + 1;
algorithm
  k := if u > 0.5 then 1 else 2;
  v[k] := u;
  v[3 - k] := 2*u;
  v := 2*v;
end Some;
