//! run --stop 1.57
//! final h = 8 within 0
//! final n = 32 within 0
//! final y = 8 within 0
//! final z = 16 within 0
//! final w = 16 within 0
//! final q = 16 within 0
//! final a = 16 within 0
//! final b = 8 within 0
//! final d = 16 within 0
model ClockVanished "What has the factor 0 appears in its equation all the same: clocks are inferred from it"
  Integer k(start = 0), fast, c(start = 0), n;
  constant Real M[2, 2] = {{0, 1}, {0, 0}};
  Real z(start = 0), w(start = 0);
  parameter Real none = 0;
  Real q(start = 0), e[2](each start = 0), r[2](each start = 0);
  discrete Real a, b, d;
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
  q = previous(q) + 1 + none*k;
  e = {0, 0}.*{k, slow} + {previous(e[1]) + 1, previous(e[2]) + 4};
  r = zeros(2, 2)*{k, 1} + {previous(r[1]) + 1, previous(r[2]) + 1};
  a = hold(e[1]);
  b = hold(e[2])/2;
  d = hold(r[1]);
  h = hold(x);
  n = hold(c);
  y = hold(f);
end ClockVanished;
