//! run --stop 2
//! stderr w was 0 all the time: `k` is 0
//! stderr NoteCutOff.mo:
//! stderr so `i` = 48
//! stderr has no effect in tau = k*i
//! stderr is that meant?
//! never rest
model NoteCutOff "A motor without constant does not turn; what is not driven at all is not told"
  parameter Real k = 0, R = 0.5, J = 0.01;
  Real i(start = 0, fixed = true), w(start = 0, fixed = true), tau, rest(start = 0, fixed = true);
equation
  0.01*der(i) = 24 - R*i - k*w;
  tau = k*i;
  J*der(w) = tau - 0.01*w;
  der(rest) = -rest;
end NoteCutOff;
