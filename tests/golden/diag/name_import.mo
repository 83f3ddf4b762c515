package Lib
  constant Real gravity = 9.81;
end Lib;
model M
  import Lib.gravitation;
  Real x = gravitation;
end M;
