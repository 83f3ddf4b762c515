model Never
  Integer n(start = 0, fixed = true);
equation
  // count
  when time >= 0 then
    n = pre(n) + 1;
  end when;
end Never;
