//! run --stop 1.9 --tolerance 1e-8
//! expect v["a[5]"] = 5*t within 1e-12
//! expect b = 49 + 2*t within 1e-12
//! expect c = exp(-2*t) within 1e-6
//! expect d = 802 within 0
//! expect e = 3 + t within 1e-12
//! expect v["g[3]"] = 2*t within 1e-12
//! expect h = 4 + t within 1e-12
//! final f = 28 within 0
model SizesByCalls "Sizes inside functions that take what functions return"
  function dims
    input Integer n;
    output Integer d[2] = {n, n + 1};
  algorithm
  end dims;

  function divided
    input Integer n;
    input Integer by;
    output Integer quotient;
    output Integer rest;
  algorithm
    quotient := div(n, by);
    rest := n - quotient * by;
  end divided;

  record Shape
    Integer rows;
    Integer columns;
  end Shape;

  record Grid
    Integer n;
    Real x[n];
  end Grid;

  function shape
    input Real x[:];
    output Shape s(rows = size(x, 1), columns = 2);
  algorithm
  end shape;

  function shapes
    input Integer n;
    output Shape s[2];
  algorithm
    s := {Shape(n, 1), Shape(2 * n, 3)};
  end shapes;

  function squares
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    y := x .^ 2;
  end squares;

  function counted "by a product of vectors"
    input Integer n;
    output Real y[dims(n) * {1, 1}];
  algorithm
    for i in 1:size(y, 1) loop
      y[i] := i;
    end for;
  end counted;

  function joined "by the size of what a call gives, elements, records, several results, conditions"
    input Real x[:];
    output Real s;
  protected
    Real w[size(cat(1, squares(x), x), 1)];
    Integer k[2] = dims(size(x, 1));
    Real u[k[1], k[2]];
    Shape f = shape(x);
    Real v[f.rows, f.columns];
    Shape g[2] = shapes(size(x, 1));
    Real z[g[1].rows, g[2].rows];
    Grid grid(n = max(dims(size(x, 1))));
    Real h[if size(x, 1) > 2 then sum(dims(1)) else product(dims(2))];
  algorithm
    w := cat(1, x, x);
    s := sum(w) + size(u, 1) * size(u, 2) + size(v, 1) * size(v, 2) + size(z, 1) * size(z, 2) +
      size(grid.x, 1) + size(h, 1);
  end joined;

  function rest "the first of several results decides"
    input Integer n;
    output Real y;
  protected
    Integer q = divided(n, 3);
    Real w[q];
    Real sums[sum({sum(dims(i)) for i in 1:q})];
  algorithm
    y := size(w, 1) + 100 * size(sums, 1);
  end rest;

  function sized "of an input"
    input Integer n;
    input Real x[sum(dims(n))];
    output Real y = sum(x);
  algorithm
  end sized;

  function total
    input Integer n;
    output Real y = sum(counted(n));
  algorithm
  end total;

  function flattened "one dimension may be larger than 1: which one, a call tells"
    input Real x[:, size(x, 2)] "its own size says nothing";
    output Real y[size(x, 1) * size(x, 2)];
  algorithm
    y := vector(x);
  end flattened;

  function sliced
    input Real x[:, :, :];
    output Real s;
  protected
    Real a[size(x, 1), size(x, 2)];
  algorithm
    a := matrix(x);
    s := sum(a);
  end sliced;

  Real a[5] = counted(2) * time;
  Real b = joined({1, 2, time}) "2*(3 + t) + 12 + 6 + 18 + 4 + 3";
  Real c(start = 1, fixed = true);
  Real d = rest(integer(7 + 0 * time));
  Real e = sized(1, {1, time, 2});
  Real f = total(integer(2 + time)) "a size that changes during the run";
  Real g[3] = flattened({{1, 2, time}}) + flattened({{1}, {2}, {time}});
  Real h = sliced({{{1}, {time}}, {{1}, {2}}});
equation
  der(c) = -joined({c, 0}) + 6 + 4 + 8 + 3 + 6 "-2*c";
end SizesByCalls;
