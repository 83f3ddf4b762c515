model WhenMod
  Integer n(start = 0, fixed = true);
equation
  when mod(time, 0.5) == 0 then
    n = pre(n) + 1;
  end when;
end WhenMod;
