package FunctionArgumentCalled
  partial function Law
    input Real x;
    output Real y;
  end Law;
  function linear
    extends Law;
    input Real a = 1;
  algorithm
    y := a*x;
  end linear;
  function slope
    input Law f;
    input Real x;
    output Real s;
  algorithm
    s := f(x + 1) - f(x);
  end slope;
  function two
    input Law f;
    input Real x1, x2;
    output Real y;
  algorithm
    y := f(x1) + f(x2);
  end two;
  model Base
    replaceable function law = linear constrainedby Law;
    Real y = law(time);
  end Base;
  model Argument
    Real s = slope(linear(a = 3), 2);
  end Argument;
  model Redeclared
    extends Base(redeclare function law = two);
  end Redeclared;
end FunctionArgumentCalled;
