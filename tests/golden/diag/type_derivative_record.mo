package TypeDerivativeRecord
  record Pair
    Real a, b;
  end Pair;
  model M
    Pair t = Pair(1, time);
    Real x(start = 0, fixed = true);
  equation
    der(x) = t;
  end M;
end TypeDerivativeRecord;
