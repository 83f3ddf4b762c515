//! run --stop 10
//! stderr at time 10 y has gone from 0 to 
//! stderr it does not grow with a positive T (it is -2)
//! never z has gone
model WarnNegativeLag "A lag with a negative time constant behind another one, and one with a positive"
  parameter Real T = -2, S = 2;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = (if time > 1 then 1 else 0) - x;
  T*der(y) = x - y;
  S*der(z) = x - z;
end WarnNegativeLag;
