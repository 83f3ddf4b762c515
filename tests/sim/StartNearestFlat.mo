//! run --stop 1
//! expect x = 2.02 within 0.03
// The solutions next to the start value are those beyond 2, where the residual is 0 and does not change its
// sign; another one is at -4, to which the slope leads.
model StartNearestFlat
  Real x(start = 0);
equation
  -noEvent(if x < 2 then (x - 2)*(x + 9) - 5*tanh(2*x)*(2 - x) else 0) = 0;
end StartNearestFlat;
