model UnusedMany "variables that were forgotten, by the thousand"
  Real x[20000], y[20000];
equation
  for i in 1:20000 loop
    y[i] = time*i;
  end for;
end UnusedMany;
