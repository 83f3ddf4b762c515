// Specification 8.3.1: results of a call are given to variables.
model M
  function f
    input Real x;
    output Real a = x;
    output Real b = 2*x;
  end f;
  Real p, q, s(start = 0, fixed = true);
equation
  (p + 1, q) = f(2);
  (der(s), time) = f(3);
end M;
