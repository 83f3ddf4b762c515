package P
  partial package Medium
    constant Integer n;
    replaceable partial model Properties
      Real x[n];
    end Properties;
  end Medium;
  model Volume
    replaceable package Fluid = Medium;
    Fluid.Properties state;
    Real c[Fluid.n];
  end Volume;
  model M
    Volume v(redeclare package Fluid = Medium);
  end M;
end P;
