// results of one call are computed together, not from each other: nothing is told
function join
  input String s[:];
  output String r = "";
  output Integer n = 0;
algorithm
  for e in s loop
    r := r + e;
    n := n + 1;
  end for;
end join;
model M
  String r;
  Integer n;
equation
  (r, n) = join({"a", "b", "c"});
end M;
