// Specification 8.3.5.2: all branches of `when` determine the same variables.
model Test
  discrete Real x, y, z, good;
equation
  when time > 1 then
    x = 1;
  elsewhen time > 2 then
    x = 2;
    y = 2;
  end when;
  when time > 1 then
    z = 1;
  elsewhen time > 2 then
  end when;
  when time > 1 then
    good = 1;
  elsewhen time > 2 then
    assert(good > 0, "positive");
    if time > 3 then
      good = 2;
    else
      good = 3;
    end if;
  end when;
end Test;
