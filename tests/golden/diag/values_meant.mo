model ValuesMeant "forms of values: ranges, logarithms"
  parameter Integer n = 3;
  Real y = log(2, 10);
  Real x[n];
equation
  for i in n loop
    x[i] = i;
  end for;
end ValuesMeant;
