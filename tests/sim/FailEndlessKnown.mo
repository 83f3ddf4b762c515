// Where nothing in a while loop changes what its condition asks for, that is told after its first turn, however long one
// takes: as many as of other loops (a hundred million) would take hours.
//! run
//! status 3
//! stderr a while loop does not end: its condition `n > 0` asks for nothing that the statements of the loop change
//! stderr called in y = f(time, 3) (
model FailEndlessKnown
  function f
    input Real x;
    input Integer n;
    output Real y = 0;
  protected
    Integer i = 0;
  algorithm
    while i < 3 loop
      i := i + 1;
    end while;
    while i > 0 loop
      if n > 2 then
        break;
      end if;
    end while;
    while n > 0 loop
      y := y + sum(sin(x*k) for k in 1:100000);
      i := i - 1;
    end while;
  end f;
  Real y = f(time, 3);
end FailEndlessKnown;
