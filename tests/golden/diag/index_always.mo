model IndexAlways "two states are wished where there is freedom for one"
  Real a(start = 0, stateSelect = StateSelect.always);
  Real b(stateSelect = StateSelect.always);
equation
  der(a) = 1;
  b = a^2 + a;
end IndexAlways;
