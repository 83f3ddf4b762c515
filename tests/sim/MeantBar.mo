//! run --stop 1
//! status 3
//! stderr `p` starts with 8 Pa (8 bar is 800000 Pa)
//! stderr MeantBar.mo:
model MeantBar "A pressure that is given in bar makes a root negative at the start"
  parameter Real pAmb(unit = "Pa") = 1.013e5;
  Real p(unit = "Pa", start = 8, fixed = true), v;
equation
  v = sqrt((p - pAmb)/1.2);
  der(p) = -v;
end MeantBar;
