package Lib
  package Sub
    model A "B is in another package"
      B b;
    end A;
  end Sub;
  package Other
    model B
      Real x = time;
    end B;
  end Other;
end Lib;
model M
  Lib.Sub.A a;
  Real v = g_n*time;
end M;
