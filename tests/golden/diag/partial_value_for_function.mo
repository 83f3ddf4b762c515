model Bound "a number is bound to an input that is a function"
  partial function Line
    input Real x;
    output Real y;
  end Line;
  partial function Surface
    input Real x;
    input Real y;
    output Real z;
  end Surface;
  function double
    extends Line;
  algorithm
    y := 2*x;
  end double;
  function plane "other inputs than in Surface"
    input Real u;
    input double v;
    output Real z;
  algorithm
    z := u + v(u);
  end plane;
  function at
    input Real x;
    input Line f;
    output Real y;
  algorithm
    y := f(x);
  end at;
  function once
    input Real x;
    input Surface f;
    output Real z;
  algorithm
    z := at(x, function f(y = 3));
  end once;
  Real a = once(time, plane);
end Bound;
