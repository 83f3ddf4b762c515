model string_escape "a backslash that is none of the escapes stands for itself, and is told once"
  parameter String s = "C:\data", t = "a\qb";
  Real x = time;
equation
  assert(s == "C:\\data" and t == "a\\qb", "taken as it is");
end string_escape;
