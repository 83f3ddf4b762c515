//! run --intervals 3
//! expect v["y[1]"] = 1 + t within 1e-12
//! expect v["y[4]"] = 9 + t within 1e-12
//! expect lo = 1 + t within 1e-12
//! expect hi = 9 + t within 1e-12
//! expect mean = (1 + 4 + 5 + 9)/4 + t within 1e-12
//! expect only = 9 + t within 1e-12
//! expect v["p[3]"] = (2 + t)*10 + 3 within 1e-12
//! expect v["m[2,1]"] = 3*(1 + t) within 1e-12
//! expect scaled = 2*(1 + t) + 100 within 1e-12
//! expect area = 1/3 within 1e-3
//! expect collatz = 111 within 0
//! expect gcd = 21 within 0
model Functions "Arrays of unknown size, several results, loops, defaults, named and functional arguments"
  function sort "insertion"
    input Real x[:];
    output Real y[size(x, 1)] = x;
  protected
    Real t;
    Integer j;
  algorithm
    for i in 2:size(x, 1) loop
      t := y[i];
      j := i - 1;
      while j >= 1 loop
        if y[j] <= t then
          break;
        end if;
        y[j + 1] := y[j];
        j := j - 1;
      end while;
      y[j + 1] := t;
    end for;
  end sort;
  function range
    input Real x[:];
    output Real lo = x[1], hi = x[1], mean = 0;
  algorithm
    for e in x loop
      lo := min(lo, e);
      hi := max(hi, e);
      mean := mean + e/size(x, 1);
    end for;
  end range;
  function polynomial
    input Real x;
    input Real a = 10, b = 3;
    output Real y[3];
  algorithm
    y := {x, a*x, a*x + b};
  end polynomial;
  function timesScalar
    input Real A[:, :], s;
    output Real B[size(A, 1), size(A, 2)];
  algorithm
    for i in 1:size(A, 1) loop
      B[i, :] := s*A[i, :];
    end for;
  end timesScalar;
  function affine
    input Real x, a = 1, b = 0;
    output Real y = a*x + b;
  algorithm
  end affine;
  partial function curve
    input Real x;
    output Real y;
  end curve;
  function square
    extends curve;
  algorithm
    y := x^2;
  end square;
  function integral "trapezoids"
    input curve f;
    input Real a, b;
    input Integer n = 100;
    output Real y = 0;
  protected
    Real h = (b - a)/n;
  algorithm
    for i in 0:n - 1 loop
      y := y + h*(f(a + i*h) + f(a + (i + 1)*h))/2;
    end for;
  end integral;
  function collatzLength
    input Integer start;
    output Integer n = 0;
  protected
    Integer k = start;
  algorithm
    while k <> 1 loop
      k := if mod(k, 2) == 0 then div(k, 2) else 3*k + 1;
      n := n + 1;
    end while;
  end collatzLength;
  function greatestDivisor
    input Integer a, b;
    output Integer d;
  protected
    Integer x[2] = {a, b};
  algorithm
    while x[2] > 0 loop
      x := {x[2], rem(x[1], x[2])};
    end while;
    d := x[1];
  end greatestDivisor;
  Real y[4] = sort({5, 1, 9, 4} .+ time);
  Real lo, hi, mean, only, p[3], m[2, 2], scaled, area;
  Integer collatz, gcd, big(start = 27, fixed = true);
equation
  (lo, hi, mean) = range(y);
  (, only) = range(y);
  p = polynomial(2 + time);
  m = timesScalar({{1, 2}, {3, 4}}, 1 + time);
  scaled = affine(b = 100, x = 1 + time, a = 2);
  area = integral(function square(), 0, time^0);
  collatz = collatzLength(big);
  gcd = greatestDivisor(252*1, 105 + 0*big);
  when time > 100 then
    big = 3;
  end when;
end Functions;
