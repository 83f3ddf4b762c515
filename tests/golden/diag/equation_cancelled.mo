model M
  parameter Integer n = 3;
  Real a[n] = {i*time for i in 1:n}, s;
equation
  for i in 1:n loop
    s = s + a[i];
  end for;
end M;
