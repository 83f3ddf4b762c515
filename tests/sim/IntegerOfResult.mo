// integer() of an Integer that a function makes of what varies is discrete: it changes at events (specification 3.7.1)
//! run --stop 1
//! final k = 3 within 0
//! final n = 3 within 0
//! events state=3 time=0
model IntegerOfResult
  function steps
    input Real x;
    output Integer n;
  algorithm
    n := integer(4*x);
  end steps;
  Real x(start = 0, fixed = true);
  Integer k = integer(steps(0.95*x)) "3 of 3.8 at the end";
  discrete Integer n(start = 0, fixed = true) "changes of k";
equation
  der(x) = 1;
  when change(k) then
    n = pre(n) + 1;
  end when;
end IntegerOfResult;
