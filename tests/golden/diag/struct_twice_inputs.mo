model Cell
  input Real Tin;
  output Real Tout;
  Real T(start = 300, fixed = true);
equation
  der(T) = Tin - T;
  Tout = T;
end Cell;
model Row
  Cell cell[4];
equation
  for i in 2:4 loop
    cell[i - 1].Tin = cell[i].Tout;
  end for;
  cell[1].Tin = 290;
end Row;
