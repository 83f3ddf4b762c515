//! run --vars *
//! run --vars * --tolerance 1e-3
//! expect f1 = 2 within 0
//! final f2 = 3 within 0
//! final f3 = 2 within 0
//! expect mk = 2 within 0
//! expect v["q.x"] = 2 within 0
//! expect good = 1 within 0
//! final last = 1 within 0
model StringArraysRun "arrays of Strings in functions, algorithms and records, with subscripts that vary"
  record R
    String name[2] = {"a", "b"};
    Real x = 1;
  end R;
  function names
    input Integer n;
    output String s[n];
  protected
    String t[:];
  algorithm
    t := fill("", 0);
    for i in 1:n loop
      s[i] := "n" + String(i);
      t := cat(1, t, {s[i] + "!"});
    end for;
    for q in t loop
      assert(filled(q) >= 0, q);
    end for;
    s := t;
  end names;
  function filled input String s; output Integer n;
  algorithm
    n := if s == "" then 0 else 1;
  end filled;
  function join
    input String s[:];
    input String sep = ",";
    output String r;
  algorithm
    r := "";
    for i in 1:size(s, 1) loop
      r := r + (if i > 1 then sep else "") + s[i];
    end for;
  end join;
  function find input String s[:]; input String what; output Integer k;
  algorithm
    k := 0;
    for i in 1:size(s, 1) loop
      if s[i] == what then
        k := i;
        return;
      end if;
    end for;
  end find;
  function swap input R r; output R o;
  algorithm
    o := r;
    o.name := r.name[{2, 1}];
    o.x := r.x + 1;
  end swap;
  function two input Integer n; output String a[n, 2]; output Integer k;
  algorithm
    for i in 1:n loop
      a[i, :] := {String(i), String(-i)};
    end for;
    k := n;
  end two;
  function grow "the same element again and again, in memory of its own"
    input Integer turns, n;
    output String r;
  protected
    String part[n];
  algorithm
    for i in 1:turns loop
      for k in 1:n loop
        part[k] := String(i + k);
      end for;
      part := if i < turns then part else fill("-", n);
    end for;
    r := join(part, "");
  end grow;
  parameter Integer n = 3;
  parameter String p[2] = {"x", "y"};
  Integer i = if time < 0.5 then 1 else 2;
  String s[3] = names(3);
  String chosen = s[i];
  String all_ = join(s);
  Integer f1 = find(s, "n2!"), f2 = find({"u", "v", p[i]}, "y"), f3 = find(p, p[i]);
  R r, q = swap(r);
  String qs = join(q.name, "-");
  String m[2, 2]; Integer mk;
  String alg[2]; String cc;
  String u[2], w[2], none[0], grown;
  Boolean last = join(alg) == "y2,x2" and cc == "x2";
  Boolean good = t1 and t2 and t3 and t4 and t5 and t6;
  Boolean t1 = all_ == "n1!,n2!,n3!", t2 = qs == "b-a", t3 = m[2, 1] == "2" and m[1, 2] == "-1",
    t4 = chosen == (if i == 1 then "n1!" else "n2!"),
    t5 = join({p[k] + String(k) for k in 1:2}) == "x1,y2",
    t6 = join(u) == "ac,bd" and join(w) == "k,l" and join(none) == "" and size(none, 1) == 0 and grown == "-----";
equation
  (m, mk) = two(2);
algorithm
  for k in 1:2 loop
    alg[k] := p[k] + String(i);
  end for;
  if i == 2 then
    alg := {alg[2], alg[1]};
  end if;
  cc := alg[i];
algorithm
  u := {"a", "b"} + {"c", "d"};
  w[{2, 1}] := {"l", "k"};
  grown := grow(500, 5);
end StringArraysRun;
