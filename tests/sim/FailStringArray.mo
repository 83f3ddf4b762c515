//! status 1
//! stderr FailStringArray.mo:15:
//! stderr arrays of Strings
model FailStringArray
  function count
    input String list[:];
    output Integer n;
  algorithm
    n := 0;
    for s in list loop
      n := if s == "" then n else n + 1;
    end for;
  end count;
  parameter String list[2] = {"a", String(1.5)};
  parameter Integer n = count(list);
  Real x = time;
end FailStringArray;
