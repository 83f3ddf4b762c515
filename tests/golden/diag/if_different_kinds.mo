model M
  parameter Boolean p = true;
  parameter Integer n = 2;
  Real x = if p then 1 else "one";
  Boolean b = if n > 1 then true else 0;
  Real y[2] = if n > 1 then {1, 2} else {1};
end M;
