// fixed and start per element (pitfall 8); stateSelect from a parameter (pitfall 48).
model L
  Real i[3];
equation
  der(i) = -i;
end L;
model M
  parameter Boolean pref = true;
  L l(i(fixed = {true, true, false}, start = {1, 2, 3}));
  Real x(start = 0, stateSelect = if pref then StateSelect.prefer else StateSelect.default);
equation
  der(x) = 1;
end M;
// Real l.i[3](start = {1, 2, 3}, fixed = {true, true, false}); Real x(start = 0, stateSelect = StateSelect.prefer (or the if))
