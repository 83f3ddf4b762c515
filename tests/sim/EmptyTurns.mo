//! run --stop 1 --vars *
//! expect v["s[1]"]*1000 + v["s[2]"]*100 + v["s[3]"]*10 + v["s[4]"] = 2430 within 0
//! expect v["s[5]"]*1000 + v["s[6]"]*100 + v["s[7]"]*10 + v["s[8]"] = 2423 within 0
//! expect v["s[9]"]*10 + v["s[10]"] = 20 within 0
//! expect v["c[1]"]*1000 + v["c[2]"]*100 + v["c[3]"]*10 + v["c[4]"] = 2430 within 0
//! expect v["c[5]"]*1000 + v["c[6]"]*100 + v["c[7]"]*10 + v["c[8]"] = 2423 within 0
//! expect v["c[9]"]*10 + v["c[10]"] = 20 within 0
model EmptyTurns "Sizes of the elements of array constructors whose iterators have no values"
  function f
    input Integer b[:, :];
    input Integer n;
    input Real v[:];
    output Integer s[10];
  protected
    Integer y[size(b, 2)];
    Real z[n], w[size(v, 1)];
    Integer p[:, :], q[:, :], r[:, :, :], u[:, :], t[:, :];
  algorithm
    y := zeros(0) * {fill(-1, size(b, 2)) for i in 1:0};
    z := zeros(0) * {fill(1.5, n) for i in 1:0};
    w := zeros(0) * {v .* 2 for i in 1:0};
    p := {fill(i, size(b, 2)) for i in 1:0};
    q := {-fill(2, n) for i in 1:2};
    r := {transpose(b) for i in 1:0};
    u := {b[1, :] for i in 1:2};
    t := {fill(i, i) for i in 1:0};
    s := {sum(y) + size(y, 1), integer(sum(z)) + size(z, 1), size(w, 1), size(p, 1), size(p, 2), size(q, 2), size(r, 2), size(r, 3),
      size(u, 2), size(t, 2)};
  end f;
  Integer s[10] = f(fill(integer(time) + 1, 3, 2), 4, {integer(time), 1, 2});
  parameter Integer c[10] = f(fill(1, 3, 2), 4, {1, 1, 2});
  Real x[sum(e)] = ones(22);
  constant Integer e[10] = f(fill(1, 3, 2), 4, {1, 1, 2});
end EmptyTurns;
