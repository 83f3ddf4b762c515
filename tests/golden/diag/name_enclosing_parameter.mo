model Pack
  parameter Real Ta = 300;
  model Cell
    Real T(start = 310, fixed = true);
  equation
    der(T) = Ta - T;
  end Cell;
  Cell cell[3];
end Pack;
