//! run --stop 20
//! expect v["q"]*(v["open"] - 1) = 0 within 1e-7
//! expect min(v["dp"], 0) = v["dp"]*(1 - v["open"]) within 1e-3
model ValveGap "A valve whose modes leave a gap of rounding errors of the pressures between them"
  constant Real eps = 2.220446049250313e-16;
  constant Real pi = 3.141592653589793;
  parameter Real gon = 1.25e-6, goff = 1.25e-12;
  Real s, dp, q;
  Boolean open;
  Integer n(start = 0, fixed = true);
  Real a(start = 0, fixed = true), b(start = -1, fixed = true), V(start = 0, fixed = true), p;
equation
  der(a) = 2*pi*b;
  der(b) = -2*pi*a;
  p = 1e5 + V*1e8;
  dp = 1e5 + 1e4*a - p;
  open = s > eps;
  dp = s*(if open then 1/gon else 1);
  q = s*(if open then 1 else goff);
  der(V) = q - (p - 1e5)*1e-8;
  when open then
    n = pre(n) + 1;
  end when;
end ValveGap;
