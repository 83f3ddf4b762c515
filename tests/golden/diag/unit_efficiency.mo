model M "An efficiency is a number: a mass flow times a pressure is no power"
  parameter Real eta(unit = "1") = 0.7;
  Real dp(unit = "Pa") = 1e5 + 1e4*time, m_flow(unit = "kg/s") = 10;
  Real P(unit = "W");
equation
  P = m_flow*dp/eta;
end M;
