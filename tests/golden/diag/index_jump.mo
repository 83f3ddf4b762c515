model IndexJump "a position that jumps cannot be prescribed"
  Real x, v, F;
equation
  der(x) = v;
  2*der(v) = F;
  x = floor(3*time) + 1;
end IndexJump;
