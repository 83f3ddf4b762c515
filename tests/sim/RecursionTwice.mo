//! run --stop 0.5
//! expect w = 2504730781961 within 0
//! expect r = 165580141 within 0
//! expect q = 1 within 0
model RecursionTwice "Functions that call themselves twice with numbers that come again end: Fibonacci's numbers 61 and 41"
  function f
    input Real n;
    output Real y;
  algorithm
    y := if n < 2 then 1 else f(n - 1) + f(n - 2);
  end f;
  function even "And two that call each other: parity by two ways that are the same"
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 1 else (odd(n - 1) + odd(n - 1))/2;
  end even;
  function odd
    input Integer n;
    output Real y;
  algorithm
    y := if n == 0 then 0 else (even(n - 1) + even(n - 1))/2;
  end odd;
  parameter Real p = f(40);
  Real r = p;
  Real w = f(60 + time);
  Real q = even(100 + 2*integer(time/100));
end RecursionTwice;
