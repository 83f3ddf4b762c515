//! run --stop 1
//! expect h1 = 1.5 within 1e-12
//! expect h2 = 1.5 within 1e-12
//! expect g1 - g2 = 0 within 1e-12
//! expect g1 = 2 within 1e-12
//! stderr nearest to the start values
model InitialDependent "Steady state of two vessels: one condition says what the other does"
  parameter Real k = 2;
  Real h1(start = 1.5), h2(start = 1.5), g1(start = 1), g2(start = 3);
equation
  der(h1) = -k*(h1 - h2);
  der(h2) = k*(h1 - h2);
  der(g1) = -(g1 - g2)/sqrt(abs(g1 - g2) + 0.1);
  der(g2) = (g1 - g2)/sqrt(abs(g1 - g2) + 0.1);
initial equation
  der(h1) = 0;
  der(h2) = 0;
  der(g1) = 0;
  der(g2) = 0;
end InitialDependent;
