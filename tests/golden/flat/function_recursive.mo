// Recursion, also mutual.
package P
  function fact
    input Integer n;
    output Integer y;
  algorithm
    y := if n <= 1 then 1 else n*fact(n - 1);
  end fact;
  function isEven
    input Integer n;
    output Boolean y;
  algorithm
    if n == 0 then
      y := true;
    else
      y := isOdd(n - 1);
    end if;
  end isEven;
  function isOdd
    input Integer n;
    output Boolean y;
  algorithm
    if n == 0 then
      y := false;
    else
      y := isEven(n - 1);
    end if;
  end isOdd;
  constant Integer f = fact(10);
  constant Boolean e = isEven(7);
end P;
model M
  Integer f = P.f;
  Boolean e = P.e;
end M;
// 10! = 3628800; 7 is not even
