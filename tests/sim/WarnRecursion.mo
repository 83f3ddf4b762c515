//! run --stop 60
//! stderr y has grown to
//! stderr from event to event faster and faster: the recursion is unstable
//! stderr by y = a*pre(y) + (1 - a)*u (
//! stderr where a = 1.2
//! never k has grown
model WarnRecursion "A filter with a factor above 1: 1.2^600; a counter grows steadily"
  parameter Real a = 1.2;
  discrete Real y(start = 0, fixed = true), k(start = 0, fixed = true);
  Real u = 1 + 0.1*sin(7*time);
equation
  when sample(0, 0.1) then
    y = a*pre(y) + (1 - a)*u;
    k = pre(k) + 1000;
  end when;
end WarnRecursion;
