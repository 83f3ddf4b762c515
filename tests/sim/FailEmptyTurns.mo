//! run --stop 1
//! status 3
//! stderr nothing tells the size of its elements
model FailEmptyTurns "Calls of a function that does not tell the size of its output, for no element: an error, not the size 0"
  parameter Integer m = 0;
  function open
    input Real x;
    input Integer n;
    output Real b[:];
  algorithm
    b := fill(x, n);
    annotation(Inline = false);
  end open;
  function columns
    input Integer n;
    output Integer k;
  protected
    Real b[:, :];
  algorithm
    b := {open(i, 3) for i in 1:n};
    k := size(b, 2);
    annotation(Inline = false);
  end columns;
  Integer k = columns(integer(0*time) + m);
end FailEmptyTurns;
