//! run --stop 1.57
//! final h = 8 within 0
//! final n = 32 within 0
//! final y = 8 within 0
//! final z = 16 within 0
//! final w = 16 within 0
model ClockVanished "What has the factor 0 appears in its equation all the same: clocks are inferred from it"
  Integer k(start = 0), fast, c(start = 0), n;
  constant Real M[2, 2] = {{0, 1}, {0, 0}};
  Real z(start = 0), w(start = 0);
  Real slow, x(start = 0.5), f, h, y;
equation
  when Clock(0.1) then
    k = previous(k) + 1;
  end when;
  slow = subSample(k, 5);
  fast = superSample(k, 2);
  x = 2*previous(x) + 0*slow;
  c = previous(c) + 1 + fast*0;
  f = superSample(x, 5) + 0*k;
  z = previous(z) + 1 + {0, 1}*{k, 0};
  w = previous(w) + 1 + sum(M[2, :]*k);
  h = hold(x);
  n = hold(c);
  y = hold(f);
end ClockVanished;
