model InitGivenTwice "q12 is written where q23 is meant: the levels depend on each other then"
  Real h1(start = 1, fixed = true), h2(start = 0, fixed = true), h3(start = 0, fixed = true);
  Real q12, q23, qout;
equation
  der(h1) = -q12;
  der(h2) = q12 - q23;
  der(h3) = q23 - qout;
  q12 = 0.5*(h1 - h2);
  q12 = 0.5*(h2 - h3);
  qout = 0.2*h3;
end InitGivenTwice;
