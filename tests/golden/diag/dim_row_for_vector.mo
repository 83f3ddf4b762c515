model RowForVector
  parameter Real k[3] = [1, 2, 3];
  parameter Real c[2] = [1; 2];
end RowForVector;
