//! run --stop 1 --vars *
//! expect v["s[1]"]*1000 + v["s[2]"]*100 + v["s[3]"]*10 + v["s[4]"] = 4603 within 0
//! expect v["s[5]"]*1000 + v["s[6]"]*100 + v["s[7]"]*10 + v["s[8]"] = 5300 within 0
//! expect v["s[9]"]*1000 + v["s[10]"]*100 + v["s[11]"]*10 + v["s[12]"] = 7034 within 0
//! expect v["s[13]"]*1000 + v["s[14]"]*100 + v["s[15]"]*10 + v["s[16]"] = 2404 within 0
//! expect v["s[17]"]*1000 + v["s[18]"]*100 + v["s[19]"]*10 + v["s[20]"] = 4542 within 0
//! expect sum(abs(v["c[%d]" % k] - v["s[%d]" % k]) for k in range(1, 23)) = 0 within 0
//! expect v["s[21]"]*10 + v["s[22]"] = 127 within 0
model EmptyTurnsNested "Sizes of array constructors in others whose iterators have no values"
  record R
    Real a;
    Real b[2];
  end R;
  function two "A call of it is a statement of its own"
    input Real x;
    output Real b[2];
    output Real c = x;
  algorithm
    for i in 1:2 loop
      b[i] := x*i;
    end for;
    annotation(Inline = false);
  end two;
  function made
    input Real x;
    output R r;
  algorithm
    r.a := x;
    r.b := two(x);
    annotation(Inline = false);
  end made;
  function sizes
    input Integer b[:, :] "3 x 7";
    input Integer n "4";
    input Real v[:] "3";
    output Integer s[22];
  protected
    Real z[n];
    Integer o[n + 2, 0];
    Integer p[:, :], q[:, :, :], r[:, :], t[:, :, :], u[:, :], w[:, :], x[:, :], y[:, :], l[:, :], m[:, :];
    R h[:, :], k[:, :];
    String g[:, :];
    Real a[:, :, :];
  algorithm
    z := zeros(0) * {{1.5 for j in 1:n} for i in 1:0};
    o := transpose({{i for j in 1:n + 2} for i in 0:-1:1});
    p := {{j for j in n:-2:0} for i in 1:0};
    q := {{e for j in v, e in 1:2*n - size(b, 1)} for i in 1:0};
    r := {{j for j in 1:i} for i in 1:0};
    t := {transpose(b) * b for i in 1:0};
    u := {{j for j in 1:-n} for i in 1:0};
    w := {2:n for i in 1:0};
    x := {if n > 5 then fill(i, n) else fill(1, n) for i in 1:0};
    y := {{j for j in 1:n} for i in 1:2};
    h := {{R(i, {j, 1}) for j in 1:n} for i in 1:0};
    g := {{String(j) for j in 1:n} for i in 1:0};
    k := {{made(j) for j in 1:n + 1} for i in 1:0};
    a := {{two(j) for j in 1:n} for i in 1:0};
    l := {{1 for j in 0.5:0.5:n + 2.0} for i in 1:0};
    m := {{j for j in -2:max(n, 2)} for i in 1:0};
    s := {size(z, 1), size(o, 1), size(p, 1), size(p, 2), size(q, 2), size(q, 3), size(r, 2), size(t, 1), size(t, 2), size(u, 2),
      size(w, 2), size(x, 2), size(y, 1), size(y, 2), size(h, 1), size(h, 2), size(g, 2), size(k, 2), size(a, 2), size(a, 3), size(l, 2),
      size(m, 2)};
  end sizes;
  Integer s[22] = sizes(fill(integer(time) + 1, 3, 7), 4, {integer(time), 1, 2});
  parameter Integer c[22] = sizes(fill(1, 3, 7), 4, {1, 1, 2});
end EmptyTurnsNested;
