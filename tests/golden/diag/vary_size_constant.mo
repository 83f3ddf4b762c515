model VarySizeConstant "The size is known, but not declared to be so"
  Integer n = 3;
  Real x[n] = fill(time, n);
end VarySizeConstant;
