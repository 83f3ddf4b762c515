// Algorithm sections stay statements: for, while, if, several assignments, arrays.
model M
  parameter Integer n = 3;
  Real x[n], s, m;
  Integer k;
algorithm
  s := 0;
  for i in 1:n loop
    x[iequation] := i*time;
    s := s + x[i];
  end for;
  k := 0;
  while k < n and ss > 1 loop
    k := k + 1;
  end while;
  if s > 2 then
    m := max(x);
  elseif s > 1 then
    m := min(x);
  else
    m := 0;
  end if;
end M;
// the samesame statements with n, x, s, k, [
