// Loops, while, break, return, if, arrays growing by assignment of the whole (sections 11.2 and 12).
package P
  function primes "All primes up to n"
    input Integer n;
    output Integer p[:] = fill(0, 0);
  protected
    Boolean prime;
  algorithm
    for i in 2:n loop
      prime := true;
      for q in p loop
        if mod(i, q) == 0 then
          prime := false;
          break;
        end if;
      end for;
      if prime then
        p := cat(1, p, {i});
      end if;
    end for;
  end primes;
  function collatz
    input Integer n;
    output Integer steps = 0;
  protected
    Integer k = n;
  algorithm
    while true loop
      if k == 1 then
        return;
      elseif mod(k, 2) == 0 then
        k := div(k, 2);
      else
        k := 3*k + 1;
      end if;
      steps := steps + 1;
    end while;
  end collatz;
  constant Integer p[:] = primes(20);
  constant Integer s = collatz(6);
end P;
model M
  Integer p[8] = P.p;
  Integer s = P.s;
end M;
// primes up to 20: 2 3 5 7 11 13 17 19; collatz(6): 6 3 10 5 16 8 4 2 1: 8 steps
