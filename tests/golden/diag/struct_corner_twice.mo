model StructCornerTwice "the corners of a plate are given by both loops"
  parameter Integer n = 3;
  Real T[n, n](each start = 300);
equation
  der(T[2, 2]) = T[1, 2] + T[3, 2] + T[2, 1] + T[2, 3] - 4*T[2, 2];
  for j in 1:n loop
    T[1, j] = 400;
    T[n, j] = 300;
  end for;
  for i in 1:n - 1 loop
    T[i, 1] = 350;
  end for;
  for i in 2:n - 1 loop
    T[i, n] = 350;
  end for;
end StructCornerTwice;
