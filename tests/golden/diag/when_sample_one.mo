model Smp
  Integer n(start = 0, fixed = true);
equation
  when sample(1) then
    n = pre(n) + 1;
  end when;
end Smp;
