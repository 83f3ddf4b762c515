function total
  input Real x[:];
  output Real s;
algorithm
  for i in 1:size(x, 1) loop
    s := s + x[i];
  end for;
end total;
function good
  input Real x[:];
  output Real s;
protected
  Real first;
  Integer k;
algorithm
  for i in 1:size(x, 1) loop
    if i == 1 then
      first := x[1];
      s := 0;
    else
      s := s + first;
    end if;
  end for;
  k := 0;
  while k < 3 loop
    k := k + 1;
  end while;
end good;
model A
  Real z = total({1, 2, time}) + good({1, 2, time});
end A;
