model M
  Real x[2] = if time > 1 then {1, 2} else {1, 2, 3};
end M;
