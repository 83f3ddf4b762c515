model Outer
  parameter Real p = 1;
  model Inside
    Real x = p;
  end Inside;
  Inside i;
end Outer;
