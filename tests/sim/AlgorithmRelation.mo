//! run --stop 2 --intervals 41
//! expect a = (1 if t > 0.5 else 0) if abs(t - 0.5) > 1e-9 else a within 0
//! expect b = (1 if t > 1.5 else 0) if abs(t - 1.5) > 1e-9 else b within 0
//! expect n = 10 within 0
//! expect z = sum(1 for i in range(1, 2001) if i*t > 50) within 1.003
model AlgorithmRelation "one relation at two places of an algorithm, in a loop that is not written out, and in each turn of a long one"
  Real x, a, b, n, z;
algorithm
  x := time;
  if x > 0.5 then
    a := 1;
  else
    a := 0;
  end if;
  x := x - 1;
  if x > 0.5 then
    b := 1;
  else
    b := 0;
  end if;
  n := 0;
  while n < 10 loop
    n := n + 1;
  end while;
  z := 0;
  for i in 1:2000 loop
    if i*time > 50 then
      z := z + 1;
    end if;
  end for;
end AlgorithmRelation;
