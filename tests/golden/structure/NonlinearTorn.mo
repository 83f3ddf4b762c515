// Three unknowns in a loop; p and q can be solved for when one is known: p is iterated, which has the start value.
model NonlinearTorn
  Real p(start = 1), q, r;
equation
  p = 2*r + time;
  q = p^2 + 1;
  r + r^3 = q/(1 + q);
end NonlinearTorn;
