// Specification 11.2.7.2: no `when` inside a loop or `if` of an algorithm.
model Test
  discrete Real x, y;
  parameter Boolean b = true;
algorithm
  for i in 1:3 loop
    when time > i then
      x := i;
    end when;
  end for;
  while b loop
    when time > 1 then
      y := 1;
    end when;
  end while;
end Test;
