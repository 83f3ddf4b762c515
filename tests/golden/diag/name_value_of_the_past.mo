model NameValueOfThePast
  parameter Real T = 0.1;
  Real x(start = 1, fixed = true), y, z;
equation
  der(x) = -x;
  y = x(t - T);
  z = x(time);
end NameValueOfThePast;
