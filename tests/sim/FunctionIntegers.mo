//! run --stop 1 --interval 0.25
//! expect y = 0.5*(10 + floor(2*t)) within 1e-12
//! expect z = 10 + floor(2*t) within 1e-12
//! expect v["x[2]"] = 0.5*(11 + floor(2*t)) within 1e-12
//! expect s = 11 + floor(2*t) within 1e-12
//! expect p = (1 if t >= 0.5 else 2) within 1e-12
//! expect k = 10 + floor(2*t) within 1e-12
//! expect n = 10 + floor(2*t) within 0
//! expect c = 20 + 2*floor(2*t) within 0
//! expect a = 10 + floor(2*t) within 0
//! expect b = (1 if t > 0.5 else 0) within 0
//! expect h = 0.5*b within 0
//! expect w = 2*t within 1e-12
//! expect q = 21 + 2*floor(2*t) within 1e-12
//! final d = 10.5 within 1e-2
model FunctionIntegers "Integers of functions change between events: no relation inside is an event"
  function f "Two results, and too much to be written out"
    input Real u;
    output Integer n;
    output Real r;
  protected
    Integer i[integer(u) + 1] = {10 for j in 1:integer(u) + 1};
  algorithm
    r := u;
    n := integer(u) + i[1];
  end f;
  function g
    input Real u;
    output Integer n[2];
  protected
    Integer i[integer(u) + 1] = {10 for j in 1:integer(u) + 1};
  algorithm
    n := {integer(u) + i[1], 1};
  end g;
  Real y = 0.5*f(2*time), z = f(2*time), k, w, q = 2*k + 1, s = sum(g(2*time));
  Real x[3] = linspace(1, f(2*time), 3), d(start = 0, fixed = true);
  Integer n, a, b;
  Real m, c = 2*n, h = 0.5*b;
  Real p = if f(2*time) > 10 then 1 else 2;
equation
  (k, w) = f(2*time);
  (n, m) = f(2*time);
  der(d) = f(2*time);
algorithm
  a := f(2*time);
algorithm
  if noEvent(time > 0.5) then
    b := 1;
  else
    b := 0;
  end if;
end FunctionIntegers;
