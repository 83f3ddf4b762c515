model ClkSample
  Integer c(start = 0), n(start = 0, fixed = true), h;
equation
  when sample(0.1, 0.3) then
    n = pre(n) + 1;
  end when;
  when Clock(0.17) then
    c = previous(c) + n;
  end when;
  h = hold(c);
end ClkSample;
