model A
  Real x = time, y;
equation
  if (x > 0) {
    y = 1;
  } else {
    y = 2;
  }
end A;
