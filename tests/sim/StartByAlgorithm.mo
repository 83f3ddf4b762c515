//! run --stop 1
//! expect x = asin(0.2) within 1e-9
//! expect z = 0.4 within 1e-9
//! expect vel = 1 within 1e-9
//! expect w = acos(0.5) within 1e-9
//! quiet
model StartByAlgorithm "Initial conditions give states through what algorithms and calls with several results compute"
  function both
    input Real x;
    output Real c, s;
  algorithm
    for i in 1:2 loop
      c := cos(x);
      s := c^i;
    end for;
  end both;
  Real x, y, z;
  Real vel, rate;
  Real w(start = 1), c;
initial equation
  y = 0.2;
  der(vel) = 0;
  c = 0.5;
equation
  der(x) = y - 0.2;
  rate = der(vel) + 1;
  der(w) = c - 0.5;
  (c, ) = both(w);
algorithm
  y := sin(x);
  z := 2*y;
algorithm
  rate := vel;
end StartByAlgorithm;
