//! run --stop 1 --intervals 2 --set n=2
//! run --stop 1 --intervals 2 --set n=3
//! run --stop 1 --intervals 2 --set n=6
//! run --stop 1 --intervals 2 --set n=9
//! run --stop 1 --intervals 2 --set n=18
//! run --stop 1 --intervals 2 --set n=58
//! expect worst = 0 within 1e-12
//! expect v["out"] = 1 + t within 1e-11
model LinearGrid "Resistors over three decades in a square grid: 10 to 10000 equations, each satisfied to rounding"
  parameter Integer n = 6;
  parameter Real Rh[n, n - 1] = {{decades(7*i + 131*j) for j in 1:n - 1} for i in 1:n};
  parameter Real Rv[n - 1, n] = {{decades(11*i + 173*j + 5) for j in 1:n} for i in 1:n - 1};
  Real v[n, n], ih[n, n - 1], iv[n - 1, n], out "Current into the ground";
  Real worst "Largest residual against the sum of the terms of its equation";
protected
  Real rh[n, n - 1], rv[n - 1, n], rk[n, n];
  function decades
    input Integer k;
    output Real R;
  algorithm
    R := 10^(3*mod(abs(sin(k)*4375.85), 1));
  end decades;
  function relative
    input Real terms[:];
    output Real r;
  algorithm
    r := abs(sum(terms))/(sum(abs(terms)) + 1e-300);
  end relative;
equation
  for i in 1:n, j in 1:n - 1 loop
    v[i, j] - v[i, j + 1] = Rh[i, j]*ih[i, j];
    v[j, i] - v[j + 1, i] = Rv[j, i]*iv[j, i];
    rh[i, j] = relative({v[i, j], -v[i, j + 1], -Rh[i, j]*ih[i, j]});
    rv[j, i] = relative({v[j, i], -v[j + 1, i], -Rv[j, i]*iv[j, i]});
  end for;
  for i in 1:n, j in 1:n loop
    (if i == 1 and j == 1 then 1 + time else 0) - (if i == n and j == n then out else 0)
      + (if j > 1 then ih[i, j - 1] else 0) + (if i > 1 then iv[i - 1, j] else 0)
      = (if j < n then ih[i, j] else 0) + (if i < n then iv[i, j] else 0);
    rk[i, j] = relative({if i == 1 and j == 1 then 1 + time else 0, if i == n and j == n then -out else 0,
      if j > 1 then ih[i, j - 1] else 0, if i > 1 then iv[i - 1, j] else 0,
      if j < n then -ih[i, j] else 0, if i < n then -iv[i, j] else 0});
  end for;
  v[n, n] = 0;
  worst = max({max(rh), max(rv), max(rk)});
end LinearGrid;
