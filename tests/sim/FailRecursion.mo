//! status 3
//! stderr `FailRecursion.fact` calls itself too deeply; is there a case in which it does not? (
//! stderr FailRecursion.mo:5
model FailRecursion
  function fact
    input Integer n;
    output Integer r;
  algorithm
    r := n*fact(n - 1);
  end fact;
  Integer i = integer(3 + time);
  Real f = fact(i);
end FailRecursion;
