// An array of equal distances has two ends.
//! run
//! status 3
//! stderr `linspace` needs at least 2 points (
model FailLinspace
  function middle
    input Integer n;
    output Real r;
  algorithm
    r := sum(linspace(0, 1, n))/n;
  end middle;
  Real y = middle(integer(3 - 4*time));
end FailLinspace;
