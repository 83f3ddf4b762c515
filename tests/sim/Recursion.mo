//! run --intervals 3
//! expect fac = 3628800 within 0
//! expect fib = 6765 within 0
//! expect ack = 9 within 0
//! expect norm = 5*(1 + t) within 1e-12
//! expect hanoi = 2**10 - 1 within 0
//! expect even = 1 within 0
model Recursion "Recursive functions, one pair calling each other"
  function factorial
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*factorial(n - 1);
  end factorial;
  function fibonacci
    input Integer n;
    output Integer y;
  algorithm
    if n < 2 then
      y := n;
      return;
    end if;
    y := fibonacci(n - 1) + fibonacci(n - 2);
  end fibonacci;
  function ackermann
    input Integer m, n;
    output Integer y;
  algorithm
    if m == 0 then
      y := n + 1;
    elseif n == 0 then
      y := ackermann(m - 1, 1);
    else
      y := ackermann(m - 1, ackermann(m, n - 1));
    end if;
  end ackermann;
  function sumSquares "by halves"
    input Real x[:];
    output Real y;
  protected
    Integer n = size(x, 1);
    Integer h = div(n, 2);
  algorithm
    y := if n == 1 then x[1]^2 else sumSquares(x[1:h]) + sumSquares(x[h + 1:end]);
  end sumSquares;
  function moves
    input Integer n;
    output Integer y;
  algorithm
    y := if n == 0 then 0 else 2*moves(n - 1) + 1;
  end moves;
  function isEven
    input Integer n;
    output Boolean y;
  algorithm
    y := if n == 0 then true else isOdd(n - 1);
  end isEven;
  function isOdd
    input Integer n;
    output Boolean y;
  algorithm
    y := if n == 0 then false else isEven(n - 1);
  end isOdd;
  Integer k(start = 10, fixed = true);
  Integer fac = factorial(k), fib = fibonacci(2*k), ack = ackermann(2, integer(k/3)), hanoi = moves(k);
  Boolean even = isEven(k);
  Real norm = sqrt(sumSquares({3*(1 + time), 0, 4*(1 + time), 0, 0}));
equation
  when time > 100 then
    k = pre(k) + 1;
  end when;
end Recursion;
