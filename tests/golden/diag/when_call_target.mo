// Results of a call inside a when go to variables: none is left out without a word.
model WhenCallTarget
  function both
    input Real u;
    output Real a;
    output Real b;
  algorithm
    a := u;
    b := 2*u;
  end both;
  constant Real c = 2;
  discrete Real d(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when time > 0.5 then
    (c, d) = both(x);
  end when;
end WhenCallTarget;
