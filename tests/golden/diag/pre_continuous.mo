// Specification 3.7.5.1: pre of a continuous variable needs a when-clause around it.
model M
  Real x(start = 0, fixed = true), y, z(start = 0, fixed = true), w[2](each start = 0), a;
  Integer n(start = 0, fixed = true);
  discrete Real q(start = 0, fixed = true);
equation
  der(x) = 1;
  y = pre(x);
  when sample(0, 0.1) then
    z = pre(x) + pre(z);
    q = pre(q) + 1;
  end when;
  when {time > 0.5, change(x)} then
    n = pre(n) + 1;
  elsewhen pre(x) > 0.7 then
    n = 0;
  end when;
  a = pre(z) + pre(q) + pre(w[2]) + (if change(x) then 1 else 0);
algorithm
  when x > 0.5 then
    for i in 1:2 loop
      w[i] := i;
    end for;
  end when;
end M;
