// What stands before a dot has elements: the constant is not meant.
model Tank
  Real h(start = 0.5, fixed = true);
equation
  der(h) = PI.y - 0.1*h;
end Tank;
