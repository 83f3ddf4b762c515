//! run --stop 3
//! status 3
//! stderr argument of asin or acos outside -1 .. 1 (`r*sin(phi)/l` is 1.0
//! stderr it swings up to `r/l`, which is 1.25: choose parameters for which that is at most 1
//! never is a sign wrong
model SwingsBeyond "A rod that is shorter than its crank"
  parameter Real r = 0.1, l = 0.08;
  Real phi(start = 0, fixed = true), beta;
equation
  der(phi) = 1;
  beta = asin(r*sin(phi)/l);
end SwingsBeyond;
