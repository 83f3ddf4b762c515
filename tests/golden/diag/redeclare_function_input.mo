model M
  partial function curve
    input Real u;
    output Real y;
  end curve;
  function linear
    extends curve;
  algorithm
    y := u;
  end linear;
  function power
    input Real u;
    input Real R;
    output Real y;
  algorithm
    y := R^(u - 1);
  end power;
  model Valve
    replaceable function f = linear constrainedby curve;
    Real q = f(time);
  end Valve;
  Valve good(redeclare function f = power(R = 50));
  Valve bad(redeclare function f = power);
end M;
