//! run --stop 60
//! status 3
//! stderr the subscript `gear` of `ratio` is outside 1 .. 3
//! stderr `gear` is 4 by gear = integer(v/8) + 1 (
//! never at a limit
model FailSubscriptGear "What rounds is no limit"
  parameter Real ratio[3] = {3.5, 2.1, 1.4};
  Real v(start = 0, fixed = true);
  Integer gear(start = 1);
equation
  gear = integer(v/8) + 1;
  der(v) = 2*ratio[gear] - 0.02*v;
end FailSubscriptGear;
