//! run --stop 200
//! status 3
//! stderr with u = min(umax, max(0, uc)) (
//! stderr `u` is at a limit: `uc` = 9.33333 has no effect on it now; `xi` = 6.66667 goes on meanwhile by der(xi) = e/Ti (
//! stderr does it wind up?
model FailWindup
  parameter Real k = 2, Ti = 5, umax = 1, A = 5;
  Real h(start = 0, fixed = true), xi(start = 0, fixed = true);
  Real ref, e, u, uc;
equation
  ref = 4;
  e = ref - h;
  der(xi) = e/Ti;
  uc = k*(e + xi);
  u = min(umax, max(0, uc));
  A*der(h) = u - 0.1;
  assert(h < 6, "tank overflows");
end FailWindup;
