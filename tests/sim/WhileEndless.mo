//! run
//! status 3
//! stderr its condition `k >= 0` stays true; let the statements of the loop make it false
function digits
  input Integer n;
  output Integer d;
protected
  Integer k = n;
algorithm
  d := 0;
  while k >= 0 loop
    k := div(k, 10);
    d := d + 1;
  end while;
end digits;
model WhileEndless "div(0, 10) is 0 for ever: the loop says what it waits for"
  Integer d = digits(integer(1000*time));
end WhileEndless;
