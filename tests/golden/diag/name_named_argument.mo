function f
  input Real amplitude;
  input Real phase = 0;
  output Real y;
algorithm
  y := amplitude + phase;
end f;
model M
  Real x = f(amplitud = 1);
  Real y = f(1, fase = 2);
end M;
