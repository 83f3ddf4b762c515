// The size of a component that is wrong, met first in a branch that is not taken.
model ComponentWrongAgain
  model S
    parameter Integer n = kk;
    Real y[n] = fill(1, n);
  end S;
  S s;
  Real z = if scalar({false}) then s.y[1] else 2;
  Real w = s.y[1];
end ComponentWrongAgain;
