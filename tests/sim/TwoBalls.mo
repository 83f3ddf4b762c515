//! run --stop 10 --tolerance 1e-9
//! run --stop 10 --tolerance 1e-9 --method ida
//! expect x1 + x2 = 0 within 1e-6
//! expect v1 + v2 = 0 within 1e-9
//! expect abs(v1) = 1 within 1e-7
//! expect x1 = abs((t - 1) - 4*floor((t + 1)/4)) within 1e-6
//! final  hits = 3 within 0
model TwoBalls "Two equal balls between walls at -+2 and each other: v = 1, hit each other at 1, 5, 9 s"
  Real x1(start = 1, fixed = true), x2(start = -1, fixed = true);
  Real v1(start = -1, fixed = true), v2(start = 1, fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = 0;
  der(v2) = 0;
  when x1 < x2 then
    reinit(v1, pre(v2));
    reinit(v2, pre(v1));
    hits = pre(hits) + 1;
  end when;
  when x1 > 2 then
    reinit(v1, -abs(pre(v1)));
  end when;
  when x2 < -2 then
    reinit(v2, abs(pre(v2)));
  end when;
end TwoBalls;
