package FunctionLostExtends
  function monod "should extend what has s and mu"
    input Real s;
  algorithm
    mu := 0.5*s/(0.2 + s);
  end monod;
  model Fermenter
    Real X(start = 0.1, fixed = true);
  equation
    der(X) = monod(5)*X;
  end Fermenter;
end FunctionLostExtends;
