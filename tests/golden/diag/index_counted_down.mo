model IndexCountedDown
  parameter Integer n = 3;
  Real a[n] = {1, 2, 3}*time, b[n];
equation
  for i in 1:n loop
    b[i] = a[n - i];
  end for;
end IndexCountedDown;
