model M "The third initial equation is one of the model: the others determine the start"
  parameter Real T0 = 300, p0 = 1e5;
  Real T(start = 300), p(start = 1e5), m(start = 1), H;
initial equation
  T = T0;
  p = p0;
  H = 1000*m*T;
equation
  H = 1000*m*T;
  p = 287*m*T;
  der(m) = 0;
  der(H) = 0;
end M;
