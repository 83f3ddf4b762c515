model M
  Integer n, k;  
equation
  n = if k > 2 then 1 else 3;
  k = if n > 2 then 1 else 5;
end M;
