//! run --stop 3 --tolerance 1e-8
//! quiet
//! expect ps = q within 1e-6
//! expect x = w within 1e-6
model StateBehindLimiter "x is the state, not what would follow from the limiter's output (q, w: the same by hand)"
  Real ps, i(stateSelect = StateSelect.prefer, start = 0), pe, v, y, u, x;
  Real w(start = 0, fixed = true), q(start = 0, fixed = true);
  parameter Real L = 0.5;
initial equation
  x = 0;
  i = 0;
equation
  ps = L*i + pe;
  pe = v/37;
  y = if u > 1 then 1 else if u < -1 then -1 else u;
  0.5*u = x;
  v = 26*y;
  der(ps) = 1 - i;
  der(x) = 10*(3*sin(3*time) - x);
  der(w) = 10*(3*sin(3*time) - w);
  der(q) = 1 - (q - 26/37*max(-1, min(1, 2*w)))/L;
end StateBehindLimiter;
