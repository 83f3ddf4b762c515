package Lib
  model A
    Real x = 1;
  end A;
  model B
    A a;
    Lib.C c;
  end B;
end Lib;
