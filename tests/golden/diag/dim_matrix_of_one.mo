model DimMatrixOfOne "a number for a matrix of one element"
  model Space
    parameter Real D[:, :] = [1];
    parameter Real E[1, 1] = [1];
  end Space;
  Space s(D = 0), t(E = 0);
end DimMatrixOfOne;
