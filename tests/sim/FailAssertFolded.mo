//! run --stop 1
//! status 3
//! stderr assertion failed: not proper
//! stderr `size(b, 1) <= size(a, 1)` is false
//! stderr in `pid` (
model FailAssertFolded "The condition of an assertion has no values that could be shown, for sizes are numbers"
  model Transfer
    parameter Real a[:] = {1}, b[:] = {1};
    Real x(start = 0, fixed = true);
  equation
    assert(size(b, 1) <= size(a, 1), "not proper");
    der(x) = b[1] - a[1]*x;
  end Transfer;
  Transfer pid(b = {1, 2, 1}, a = {1, 0});
end FailAssertFolded;
