model Repeated
  Integer n(start = 0, fixed = true);
  Real s;
algorithm
  n := n + 1;
  s := s + time;
  s := s + 1;
end Repeated;
