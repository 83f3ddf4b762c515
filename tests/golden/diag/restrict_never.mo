model M
  Real x(stateSelect = StateSelect.never);
equation
  der(x) = time;
end M;
