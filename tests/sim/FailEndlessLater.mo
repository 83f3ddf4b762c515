//! run --stop 10
//! status 3
//! stderr a while loop does not end: its condition `x < c` stays true
//! stderr called in y = count(u) (
model FailEndlessLater "A loop that ends at first, and where it does not is tried with many steps: patience is asked for once"
  function count
    input Real c;
    output Real x;
  algorithm
    x := 0;
    while x < c loop
      x := if c > 1 then x else c;
    end while;
  end count;
  Real u(start = -4, fixed = true), y;
equation
  der(u) = 1;
  y = count(u);
end FailEndlessLater;
