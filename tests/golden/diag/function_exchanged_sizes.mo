function horner
  input Real c[:];
  input Real x;
  output Real y = 0;
algorithm
  for i in 1:size(c, 1) loop
    y := y*x + c[i];
  end for;
end horner;
model M
  parameter Real c[3] = {1, 2, 3};
  Real y = horner(time, c);
end M;
