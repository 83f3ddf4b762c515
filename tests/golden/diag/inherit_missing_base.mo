package Lib
  partial model Base
    Real x;
  end Base;
end Lib;
model M
  extends Lib.Basis;
equation
  x = 1;
end M;
