//! run --stop 1 --intervals 4
//! expect y = 10*t + 15 within 1e-12
//! expect n = 1259 within 0
package Counting "Sizes in functions are counted by functions that give more than the count"
  function count "Digits of a number; what is left, and the sum of the digits"
    input Integer a;
    output Integer digits = 0;
    output Integer left = a;
    output Integer total;
  algorithm
    total := 0;
    while left > 0 loop
      digits := digits + 1;
      total := total + mod(left, 10);
      left := div(left, 10);
    end while;
  end count;

  partial function Shape
    input Real x;
    output Real y;
  end Shape;

  function twice
    extends Shape;
  algorithm
    y := 2*x;
  end twice;

  function halves "How often x can be halved down to 1, and the value of f for it"
    input Integer x;
    input Shape f;
    output Integer n = 0;
    output Real fx = f(x);
  protected
    Integer rest = x;
  algorithm
    while rest > 1 loop
      rest := div(rest, 2);
      n := n + 1;
    end while;
  end halves;

  function weighted
    input Integer a;
    input Real x;
    output Real y;
  protected
    Integer n = count(a);
    Real w[n];
    Real v[count(a) + 1];
  algorithm
    w := {i for i in 1:n};
    v := fill(x, count(a) + 1);
    y := w*v[1:n] + 3*size(v, 1);
  end weighted;

  function sizes
    input Integer a;
    input Shape f;
    output Integer n;
  protected
    Real u[halves(a, f)], w[count(a)];
    Integer d, l, total;
  algorithm
    (d, l, total) := count(a);
    n := 100*size(u, 1) + 10*size(w, 1) + total;
  end sizes;
end Counting;

model SizeFirstResult
  Real y = Counting.weighted(1000, time);
  parameter Integer a = 4096;
  Integer n = Counting.sizes(a, function Counting.twice());
end SizeFirstResult;
