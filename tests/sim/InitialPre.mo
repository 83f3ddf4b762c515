//! run --stop 1
//! expect y = 3 + t within 1e-9
//! expect z = 7 within 1e-9
//! expect u = 8 + t within 1e-9
//! expect c = 2 within 1e-9
//! expect s = 1 within 1e-9
//! expect at = 20 within 1e-9
model InitialPre "Of what varies continuously `pre` is the value itself at the start, in initial sections and in `when`"
  Real x = 3 + time, y(start = 5), z(start = 9), u, c, s(start = 4);
  Real w(start = 1, fixed = true), p(start = 4, fixed = true), square = p^2;
  discrete Real at;
initial equation
  y = pre(x);
  z = 2*pre(y) + pre(w);
  pre(u) = 8*w;
  c = if change(p) then 1 else 2;
initial algorithm
  s := pre(w);
equation
  der(y) = 1;
  der(z) = 0;
  der(u) = 1;
  der(c) = 0;
  der(s) = 0;
  der(w) = 1;
  der(p) = 1;
  when initial() then
    at = pre(p) + pre(square);
  end when;
end InitialPre;
