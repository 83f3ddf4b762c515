//! expect k = 0 within 0
//! expect l = (t - cos(1))/3 within 1e-12
//! expect n = 2*cos(1) within 1e-12
//! expect v["s[2]"] = cos(1) + (t - cos(1))/3 within 1e-12
model CancelledTerms "a variable that cancels out of an equation is not read before it is computed"
  Real x, r, k, l, n, s[4] = linspace(cos(r), x, 4);
equation
  k = 0*(x - cos(r));
  n = 2*(x + cos(r)) - 2*x;
  l = (x - cos(r))/3;
algorithm
  x := time;
algorithm
  r := 1.0;
end CancelledTerms;
