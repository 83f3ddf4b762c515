package Lib
  model Tank
    Real h(start = 1, fixed = true);
  equation
    der(h) = -h;
  end Tank;
end Lib;
model NameInPackageRead "a class without the name of its package"
  Tank t;
end NameInPackageRead;
