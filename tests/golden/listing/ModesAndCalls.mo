// Listed as the passes see it: a relation is solved for what it defines, not for the variable in it;
// results of a call have the user's names; what is an alias only after others have been eliminated
// is eliminated too.
model ModesAndCalls
  function powers
    input Real u;
    input Integer n;
    output Real p = 1;
    output Real q = 0;
  algorithm
    for i in 1:n loop
      q := q + p;
      p := p*u;
    end for;
  end powers;
  Real x(start = 1), p, q, s, v, i, a, b;
  Boolean off;
equation
  der(x) = -v;
  off = s < 0;
  v = if off then s else 0;
  i = if off then 0 else s;
  v + i = 1 - p;
  (p, q) = powers(x, 5);
  a + p = b + q;
  q = a;
end ModesAndCalls;
