// when inside for: one when for each index.
model M
  parameter Integer n = 2;
  discrete Real d[n](each start = 0, each fixed = true);
equation
  for i in 1:n loop
    when time > i then
      d[i] = pre(d[i]) + i;
    end when;
  end for;
end M;
// when time > 1 then d[1] = pre(d[1]) + 1; end when; when time > 2 then d[2] = pre(d[2]) + 2; end when;
