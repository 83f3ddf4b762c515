model QuotientOfVectors
  Real S[3](each start = 1, each fixed = true), N[3] = {1, 2, 3};
equation
  der(S) = -0.4*S*S/N;
end QuotientOfVectors;
