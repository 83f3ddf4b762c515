model M
  Real h(unit = "W/(m2.K)") = 10, A(unit = "m2") = 2;
  Real T1(unit = "K") = 350, T2(unit = "K") = 300;
  Real Q(unit = "W");
equation
  Q = h*A*T1 - T2;
end M;
