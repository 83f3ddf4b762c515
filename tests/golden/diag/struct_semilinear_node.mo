// a node between two pipes has the enthalpy of the one that flows into it, whichever that is: no equation follows from
// the others
model M
  parameter Real left = 5;
  parameter Real right = 7;
  Real m = cos(time);
  Real h;
  Real H1;
  Real H2;
equation
  H1 = if noEvent(m >= 0) then m*h else left*m;
  H2 = if noEvent(-m >= 0) then -m*h else -right*m;
  H1 + H2 = 0;
end M;
