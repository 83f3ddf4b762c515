//! run --stop 1
//! status 3
//! stderr there is one with smaller d (it is 1, about 0.788 is enough), larger b (it is 0.3
//! stderr or larger a (it is 0.2)
//! stderr the parameter `d` is 1 (
model GapOfFourBars "0.2 + 0.3 + 0.3 < 1: the bars cannot be closed"
  parameter Real a = 0.2, b = 0.3, c = 0.3, d = 1;
  Real p(start = 0.3, fixed = true), q(start = 0.5), r(start = 1.5);
equation
  der(p) = 1;
  a*cos(p) + b*cos(q) = d + c*cos(r);
  a*sin(p) + b*sin(q) = c*sin(r);
end GapOfFourBars;
