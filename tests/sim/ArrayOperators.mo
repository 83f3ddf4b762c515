//! run --stop 2 --intervals 4
//! expect v["a[1,1,2,1]"] = 3 within 0
//! expect v["a[1,2,1,2]"] = t within 1e-12
//! expect v["n[1,2,3]"] = 1 within 0
//! expect v["n[1,3,1]"] = 5 within 0
//! expect total = 2 + 4 + 2*t within 1e-12
//! expect v["p[1]"] = 0 within 0
//! expect v["p[2]"] = 1 within 0
//! expect v["q[1]"] = 1 within 0
//! expect v["q[2]"] = 0 within 0
//! expect v["r[1]"] = (1 if t > 1.25 else 0) if t != 1.25 else v["r[1]"] within 0
//! expect v["r[2]"] = (0 if t > 1.25 else 1) if t != 1.25 else v["r[2]"] within 0
//! expect v["s[2]"] = 2*t + 1 within 1e-12
//! expect v["h[2]"] = 4*t within 1e-9
//! expect v["l[1]"] = 3*(t - 1) if t > 1 else 5*(t - 1) within 1e-12
//! expect v["l[2]"] = 3 within 1e-12
//! expect v["w[2,1,2]"] = 7 within 0
//! expect v["z[1]"] = 0 within 0
//! expect empty = 2 within 0
//! expect chosen = (1 + 6 if t > 1.25 else 2 + 7) if t != 1.25 else chosen within 1e-12
//! expect v["m[2,1]"] = 1 within 0
//! expect label = 1 within 0
model ArrayOperators "Operators on arrays in algorithms and functions are meant element by element"
  function Results "the first result is not assigned"
    output Real none[2];
    output Integer w[2, 1, 2];
  algorithm
    w := {{{1, 1}}, {fill(7, 2)}};
  end Results;
  function Both
    input Real x;
    input Real v[3];
    output Real y;
  algorithm
    y := x + sum(v);
    while y > 1e6 loop
      y := y/2;
    end while;
  end Both;
  function Matrix
    input Boolean c;
    output Boolean m[3, 2];
  algorithm
    m := {if c then {true, false} else {true, true} for j in 1:3};
  end Matrix;
  function Empty
    output Integer n;
  protected
    Integer e[0, 2] = {{1, 1} for i in 1:0} .* zeros(0, 2);
  algorithm
    n := size({{1, 2} for i in 1:0}, 2) + size(e, 1);
  end Empty;
  Real a[1, 2, 3, 2], total, s[2], h[2], l[2], none[2], chosen, z[1];
  Integer n[1, 3, 3], fives[3], w[2, 1, 2], empty, label;
  Boolean p[2], q[2], r[2], m[3, 2];
  String text;
equation
  (none, w) = Results();
  m = Matrix(time > 5);
  empty = Empty();
  label = if "a" + text + text == "a22" then 1 else 0;
algorithm
  a := {{{{1, 2}, fill(3, 2), zeros(2)}, {{0, time}, ones(2), {4, 5}}}};
  fives := {5, 5, 5};
  n := {{{1, 2, 3}, ones(3), fives}};
  total := sum({{zeros(4, 2)}, {{{1, time}, ones(2), {time, 1}, ones(2)}}});
algorithm
  p := {true, true} and {false, true};
  q := not p or {true, false};
  r := if time >= 1.25 then {true, false} else {false, true} and {true, true};
  s := smooth(1, time*{1, 2}) + ones(2);
  h := homotopy(time*{3, 4}, {1, 1});
  l := semiLinear({time - 1, 1}, {3, 3}, {5, 5});
  z := zeros(0)*{{1} for j in 1:0};
  chosen := Both(if time >= 1.25 then 1 else 2, if time >= 1.25 then {1, 2, 3} else {2, 2, 3});
algorithm
  text := String(2, leftJustified = false);
  if time >= 1.25 then
    text := String(sum(-1:2:5) - 6);
  end if;
end ArrayOperators;
