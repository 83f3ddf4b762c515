model LeastOfStrings
  parameter String s = min({"a", "b"});
  String t = max({"a", "b"});
end LeastOfStrings;
