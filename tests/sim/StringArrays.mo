//! run --vars *
//! expect n = 3 within 0
//! expect m = 2 within 0
model StringArrays
  parameter String list[4] = {"a", "", "b", String(1.5)};
  function count
    input String list[:];
    output Integer n = 0;
  algorithm
    for s in list loop
      if s <> "" then
        n := n + 1;
      end if;
    end for;
  end count;
  parameter Integer n = count(list), m = count({"x", list[3]});
  Real x = time;
end StringArrays;
