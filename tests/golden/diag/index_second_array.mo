model IndexSecondArray "f has n + 1 elements, s only n: the subscript that does not fit is that of s"
  parameter Integer n = 3;
  Real s[n](each start = 0, each fixed = true), f[n + 1];
equation
  f[1] = time;
  for i in 1:n loop
    f[i + 1] = s[i] - s[i + 1];
    der(s[i]) = f[i] - f[i + 1];
  end for;
end IndexSecondArray;
