// A condition, the variables that it sets, and a reinit.
model When
  Real x(start = 1, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(x) = -1;
  when x < 0 then
    n = pre(n) + 1;
    last = time;
    reinit(x, 1);
  end when;
end When;
