//! run --stop 1
//! expect v["a[1]"] = (1.2 + t)/0.98 within 1e-9
//! expect v["a[2]"] = (1.2 + t)/0.98 within 1e-9
//! expect v["a[3]"] = 7 + t within 1e-9
//! expect v["b[1]"] = 2 + 0.2*(1.2 + t)/0.98 within 1e-9
//! expect v["b[2]"] = 2 + 0.2*(1.2 + t)/0.98 within 1e-9
//! expect v["c[1]"] = (0.5 + t)/0.75 within 1e-9
//! expect q = 3 + (0.5 + t)/0.75 within 1e-9
//! expect s = 2*(1.2 + t)/0.98 + 7 + t within 1e-9
model AlgorithmArrayLoop "Two algorithms need each other's arrays, whose elements are chosen while they run"
  Real a[3](each start = 1), b[2](each start = 1), s;
  Real c[2](each start = 1), d(start = 1), q;
  Integer k, j, i;
algorithm
  k := 1;
  while k <= 2 loop
    a[k] := 0.1*b[k] + 1 + time;
    k := k + 1;
  end while;
  a[k] := 7 + time;
  s := a[1] + a[2] + a[k];
algorithm
  j := 1;
  while j <= 2 loop
    b[j] := 0.2*a[j] + 2;
    j := j + 1;
  end while;
algorithm
  c[1] := 0.5*d + time;
  i := 2;
  q := c[i] + c[1];
algorithm
  d := 0.5*c[1] + 1;
equation
  c[2] = 3;
end AlgorithmArrayLoop;
