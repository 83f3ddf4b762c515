//! run --stop 0.1
//! run --stop 0.1 --set k[2]=1
//! run --stop 0.1 --set k[2]=1.00000000000001
//! expect x + k1*y + z - 1 = 0 within 1e-12
//! expect k2*x + y - z - 2 = 0 within 1e-12
//! expect x - y + 3*z - 3 = 0 within 1e-12
model LinearElement "A pivot must not be chosen by the value an element had before --set"
  parameter Real k[2] = {1, 0.5};
  Real x, y, z, k1 = k[1], k2 = k[2];
equation
  x + k[1]*y + z = 1;
  k[2]*x + y - z = 2;
  x - y + 3*z = 3;
end LinearElement;
