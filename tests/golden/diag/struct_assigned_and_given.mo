model StructAssignedAndGiven
  Real y(start = 0, fixed = true);
  discrete Real u(start = 0), e(start = 0);
algorithm
  when sample(0, 0.1) then
    e := 1 - y;
    u := pre(u) + e;
  end when;
equation
  der(y) = u - y;
  u = 2;
end StructAssignedAndGiven;
