package Constants
  constant Real small = 1e-60;
end Constants;
model A
  parameter Real period(final min = Constants.small) = 0;
  parameter Real width(max = -Constants.small) = 3;
  Real x = period + width;
end A;
