model conditional_used_in_branch "an element that has a condition, used where an `if` chooses between two"
  parameter Boolean first = true;
  Real a = time if first;
  Real b = 2*time if not first;
  Real y, z = if first then a else b;
equation
  if first then
    y = a;
  else
    y = b;
  end if;
end conditional_used_in_branch;
