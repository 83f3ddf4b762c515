model Atmosphere "Everybody's numbers of bar and kPa; a rate with a sign; another variable, or a divisor"
  parameter Real p0(unit = "Pa") = 1.013, p1(unit = "Pa") = 101.325, p2(unit = "Pa") = 5;
  Real U(unit = "J"), W(unit = "W") = 3, P(unit = "W"), v(unit = "m/s") = 2, V(unit = "m3") = 1, A(unit = "m2") = 4, x(unit = "m") = 2;
equation
  U = -W;
  P = p2*V*v;
end Atmosphere;
