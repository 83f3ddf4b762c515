//! run --vars *
//! expect n = 3 within 0
//! expect m = 2 within 0
//! expect v["x"] = 4 within 0
model StringArrays "functions of arrays of Strings whose value is known during translation"
  constant String list[4] = {"a", "", "b", "1.5"};
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
  Integer n = size(z, 1), m = size(z, 2);
  Real z[count(list), count({"x", list[3]})] = fill(time, 3, 2);
  parameter String other[3] = {"p", "q", String(1.5)};
  Real x = if other[2] == "q" and other[3] == "1.5" then 4 else 0;
end StringArrays;
