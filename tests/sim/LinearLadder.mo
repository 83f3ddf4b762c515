//! run --stop 1 --intervals 2 --set n=3
//! run --stop 1 --intervals 2 --set n=30
//! run --stop 1 --intervals 2 --set n=60
//! run --stop 1 --intervals 2 --set n=330
//! run --stop 1 --intervals 2 --set n=3300
//! expect worst = 0 within 1e-12
model LinearLadder "Resistors over three decades, along and across: 10 to 10000 equations, each satisfied to rounding"
  parameter Integer n = 30;
  parameter Real R[n] = {decades(7*k) for k in 1:n}, S[n] = {decades(11*k + 5) for k in 1:n};
  Real v[n + 1], i[n], j[n];
  Real worst "Largest residual against the sum of the terms of its equation";
protected
  Real ri[n], rj[n], rk[n];
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
  v[1] = 1 + time;
  for k in 1:n loop
    v[k] - v[k + 1] = R[k]*i[k];
    v[k + 1] = S[k]*j[k];
    i[k] = j[k] + (if k < n then i[min(k + 1, n)] else 0);
    ri[k] = relative({v[k], -v[k + 1], -R[k]*i[k]});
    rj[k] = relative({v[k + 1], -S[k]*j[k]});
    rk[k] = relative({i[k], -j[k], if k < n then -i[min(k + 1, n)] else 0});
  end for;
  worst = max({max(ri), max(rj), max(rk)});
end LinearLadder;
