//! run --stop 1
//! expect x = -t within 1e-12
//! expect z = (sin(t)*x - 5 - 2*x)/12 within 1e-12
//! expect c = sin(t)*x within 1e-12
//! expect b = 2*z within 1e-12
model AlgorithmReversed "The equations determine what an algorithm should compute: it is solved for its input"
  Real x, y, z, a, b, c;
algorithm
  a := z;
  b := 2*a;
  c := 5 + 7*b;
  c := c + 2*x + y;
equation
  c = sin(time)*x;
  y = -2*z;
  z = z + x + time;
end AlgorithmReversed;
