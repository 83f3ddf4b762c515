model A
  Real k, y;
algorithm
  k := time;
  y := 0;
  if time > 0.5 then
    y := delay(k, 0.1);
  end if;
  k := 2*k;
end A;
