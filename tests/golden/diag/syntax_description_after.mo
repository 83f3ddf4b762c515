model Desc
  parameter Real k = 2; "gain of it"
  Real y = k*time;
end Desc;
