package BalanceOneEquation "One equation of the component is in the set that has too many; its others are beside"
  block Lag
    input Real u;
    output Real y(start = 0);
    parameter Real T = 1;
  equation
    T*der(y) + y = u;
    y = u;
  end Lag;
  block Integrator
    input Real u;
    output Real y;
    Real x(start = 0);
  equation
    der(x) = u;
    y = x + 1;
  end Integrator;
  model Loop
    Integrator i;
    Lag l(T = 0.5);
  equation
    i.u = 1 - l.y;
    l.u = i.y;
  end Loop;
end BalanceOneEquation;
