model M
  type Mode = enumeration(off, on);
  parameter Mode mode = "on";
  Real y;
equation
  y = {sin(time), cos(time)};
end M;
