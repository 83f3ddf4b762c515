package FunctionLostExtends
  function monod "should extend what has s and mu"
    input Real s;
  algorithm
    mu := 0.5*s/(0.2 + s);
  end monod;
  function area "A should be an output"
    input Real d;
    Real A(unit = "m2");
  algorithm
    A := 0.785*d^2;
  end area;
  model Tank
    Real h(start = 1, fixed = true);
  equation
    area(2)*der(h) = -h;
  end Tank;
  model Fermenter
    Real X(start = 0.1, fixed = true);
  equation
    der(X) = monod(5)*X;
  end Fermenter;
end FunctionLostExtends;
