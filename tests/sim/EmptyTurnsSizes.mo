//! run --stop 1 --vars *
//! expect v["s[1]"]*1000 + v["s[2]"]*100 + v["s[3]"]*10 + v["s[4]"] = 1223 within 0
//! expect v["s[5]"]*1000 + v["s[6]"]*100 + v["s[7]"]*10 + v["s[8]"] = 10974 within 0
//! expect v["s[9]"]*1000 + v["s[10]"]*100 + v["s[11]"]*10 + v["s[12]"] = 7745 within 0
//! expect v["s[13]"]*1000 + v["s[14]"]*100 + v["s[15]"]*10 + v["s[16]"] = 4903 within 0
//! expect v["s[17]"]*10 + v["s[18]"] = 53 within 0
//! expect sum(abs(v["c[%d]" % k] - v["s[%d]" % k]) for k in range(1, 19)) = 0 within 0
model EmptyTurnsSizes "Sizes of elements of array constructors without turns, by operators, calls and windows that the iterators move"
  record R
    Real a[:];
    Real b[2];
  end R;
  function half
    input Integer n;
    output Integer k;
  algorithm
    k := div(n, 2);
    annotation(Inline = false);
  end half;
  function two "Arrays of it are statements of their own"
    input Real x;
    input Integer n;
    output Real b[2*n + 1];
    output Real c[abs(n)] = fill(x, abs(n));
  algorithm
    b := fill(x, 2*n + 1);
    annotation(Inline = false);
  end two;
  function sizes
    input Integer n "4";
    input Real v[:] "7";
    output Integer s[18];
  protected
    Real a[:, :], b[:, :], c[:, :], d[:, :], e[:, :], f[:, :], h[:, :, :], k[:, :], l[:, :], o[:, :], p[:, :, :, :], q[:, :], u[:, :];
    R r[:];
  algorithm
    a := {fill(i, div(n, 3)) for i in 1:0};
    b := {{i*j for j in 1:abs(2 - n)} for i in 1:0};
    c := {fill(i, half(n)) for i in 1:0};
    d := {v[i:i + 2] for i in 1:0};
    e := {cat(1, {i}, v, {i, i*2}) for i in 1:0};
    f := {two(i, n) for i in 1:0};
    h := {outerProduct(v, fill(i, n)) for i in 3:2};
    k := {vector(fill(i, n, 1)) for i in 1:0};
    l := {linspace(0, i, n + mod(n, 3)) for i in 1:0};
    o := {i*v[2:size(v, 1) - integer(n/2.0)] for i in 1:0};
    p := {{v[m]*fill(i, j + 2 - j + div(n, 4)) for m in 1:3} for i in 1:0, j in n:n};
    q := {if i > 0 then two(i, n) else fill(0, 2*n + 1) for i in 1:0};
    r := {R(v[i:i + n], {i, 1}) for i in 1:0};
    u := {{j for j in 1:i} for i in 1:0};
    s := {size(a, 2), size(b, 2), size(c, 2), size(d, 2), size(e, 2), size(f, 2), size(h, 2), size(h, 3), size(h, 2), size(k, 2)*0 + 7,
      size(k, 2), size(l, 2), size(o, 2), size(q, 2), size(a, 1), size(p, 3), size({w.a for w in r}, 1) + size(r, 1) + size(u, 2) + size(p, 1) + 4,
      size(p, 4)};
  end sizes;
  Integer s[18] = sizes(4 + integer(0*time), {integer(time), 1, 2, 3, 4, 5, 6});
  parameter Integer c[18] = sizes(4, {1, 1, 2, 3, 4, 5, 6});
end EmptyTurnsSizes;
