model InputByEquation "one input is given by an equation, the other by nothing"
  model Tank
    Real h(start = 1, fixed = true);
    input Real u;
    output Real y;
  equation
    der(h) = u - y;
    y = sqrt(h);
  end Tank;
  Tank t1, t2;
equation
  t2.u = t1.y;
end InputByEquation;
